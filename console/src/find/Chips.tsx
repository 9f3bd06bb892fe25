import type { Facet } from '../../../src/lexicon/facets.ts';
import { Button } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { FACETS, facetLabel, facetValueLabel } from './facets.ts';
import { chips, editChip, removeChip, replaceChip, selections, toggleValue } from './find-state.ts';
import { type Filter, isFilter, parseQuery } from './query-parser.ts';

/** The finished filters, and the chosen values of facets. */
export function Chips({ onEdit }: { readonly onEdit: () => void }) {
  return (
    <>
      {chips.value.map((source, i) => (
        <TermChip key={`${i} ${source}`} source={source} index={i} onEdit={onEdit} />
      ))}
      {FACETS.flatMap((facet) =>
        (selections.value[facet] ?? []).map((value) => (
          <ValueChip key={`${facet} ${value}`} facet={facet} value={value} />
        )),
      )}
    </>
  );
}

interface TermChipProps {
  readonly source: string;
  readonly index: number;
  readonly onEdit: () => void;
}

function TermChip({ source, index, onEdit }: TermChipProps) {
  const term = parseQuery(`${source} `).terms[0];
  if (!term || !isFilter(term)) return null;
  return (
    <span class="chip">
      <Button
        class="chip-body"
        title={t('find.edit {term}', { term: source })}
        onClick={() => {
          editChip(index);
          onEdit();
        }}
      >
        <span class="chip-label aside">{t(`find.chip.${term.kind}`)}</span> <span class="han">{chipText(term)}</span>
      </Button>
      {(term.kind === 'rhyme' || term.kind === 'final') && <LooseSwitch term={term} index={index} />}
      <RemoveButton term={source} onPress={() => removeChip(index)} />
    </span>
  );
}

function RemoveButton({ term, onPress }: { readonly term: string; readonly onPress: () => void }) {
  return <Button class="chip-x" aria-label={t('find.remove {term}', { term })} onClick={onPress} text="×" />;
}

function LooseSwitch({ term, index }: { readonly term: Extract<Filter, { loose: boolean }>; readonly index: number }) {
  const rest = term.source.replace(/^=~?/, '');
  return (
    <Button
      class="chip-switch"
      aria-pressed={term.loose}
      title={t('find.looseLabel')}
      onClick={() => replaceChip(index, `=${term.loose ? '' : '~'}${rest}`)}
      text={t('find.loose')}
    />
  );
}

/** What a chip says after its label. */
function chipText(term: Filter): string {
  switch (term.kind) {
    case 'code':
      return term.pattern;
    case 'rhyme':
      return term.reference;
    case 'final':
      return term.final;
    case 'length':
      return String(term.length);
    case 'moves':
      return term.source;
  }
}

function ValueChip({ facet, value }: { readonly facet: Facet; readonly value: string }) {
  const [label, valueLabel] = [facetLabel(facet), facetValueLabel(value)];
  return (
    <span class="chip facet-chip">
      <span class="chip-body">
        <span class="chip-label aside">{label}</span> {valueLabel}
      </span>
      <RemoveButton term={`${label} ${valueLabel}`} onPress={() => toggleValue(facet, value)} />
    </span>
  );
}
