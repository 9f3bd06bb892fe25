import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Facet } from '../../../src/lexicon/facets.ts';
import type { FacetValue } from '../../../src/lexicon/query.ts';
import { request } from '../api/lexicon.ts';
import { useRequest } from '../api/use-request.ts';
import { Button, Choice } from '../app/controls.tsx';
import { language, t } from '../app/i18n.ts';
import { FACETS, type Facets, facetLabel, facetValueLabel, USUAL_FACETS } from './facets.ts';
import { selections, showsVulgar, toggleValue, toggleVulgar } from './find-state.ts';

const openFacet = signal<Facet | null>(null);
const showsAll = signal(false);
/** Values shown before "more". */
const INITIAL_VALUE_COUNT = 18;

/** The facets in a row; below it the values of the open one with their counts. */
export function FacetBar({ facets }: { readonly facets: Facets }) {
  const isChosen = (facet: Facet) => (selections.value[facet]?.length ?? 0) > 0;
  const offered = FACETS.filter((facet) => showsAll.value || USUAL_FACETS.has(facet) || isChosen(facet));
  const open = openFacet.value !== null && offered.includes(openFacet.value) ? openFacet.value : null;
  return (
    <fieldset class="facets" aria-label={t('find.facets')}>
      <div class="facet-row wrap">
        {offered.map((facet) => {
          const chosen = selections.value[facet]?.length ?? 0;
          return (
            <Button
              key={facet}
              class={chosen > 0 ? 'facet chosen' : 'facet'}
              aria-expanded={facet === open}
              aria-controls={facet === open ? 'facet-values' : undefined}
              onClick={() => {
                openFacet.value = facet === open ? null : facet;
              }}
            >
              {facetLabel(facet)}
              {chosen > 0 && <span class="facet-chosen">{chosen}</span>}
            </Button>
          );
        })}
        {(showsAll.value || showsVulgar.value) && (
          <Button
            class={showsVulgar.value ? 'facet chosen' : 'facet'}
            aria-pressed={showsVulgar.value}
            title={t('find.vulgarHint')}
            onClick={toggleVulgar}
            text={t('find.vulgar')}
          />
        )}
        <Button
          class="facet all-facets"
          aria-expanded={showsAll.value}
          onClick={() => (showsAll.value = !showsAll.value)}
          text={showsAll.value ? t('find.less') : t('find.moreFacets')}
        />
      </div>
      {open && <Values key={open} facet={open} values={facets[open] ?? []} />}
    </fieldset>
  );
}

function Values({ facet, values }: { readonly facet: Facet; readonly values: readonly FacetValue[] }) {
  const [isExpanded, setExpanded] = useState(false);
  // In English the lexicographers' own names of categories are plain enough.
  const isLabelled = facet === 'category' && language.value !== 'en';
  const { data } = useRequest(isLabelled ? facet : undefined, (options) =>
    request((client, callOptions) => client.categories({}, callOptions), { ...options, quiet: true }),
  );
  const labels = new Map(isLabelled ? data?.categories.map(({ name, label }) => [name, label]) : []);
  const chosen = selections.value[facet] ?? [];
  const allValues = withSelected(values, chosen);
  const visibleValues = isExpanded ? allValues : allValues.slice(0, INITIAL_VALUE_COUNT);
  return (
    <fieldset id="facet-values" class="facet-values wrap" aria-label={facetLabel(facet)}>
      {visibleValues.map(({ value, count }) => {
        const name = String(value);
        const text = [
          labels.get(name) ?? facetValueLabel(name),
          ' ',
          <span class="count">{count.toLocaleString()}</span>,
        ];
        return (
          <Choice key={name} isChosen={chosen.includes(name)} onToggle={() => toggleValue(facet, name)} text={text} />
        );
      })}
      {allValues.length > INITIAL_VALUE_COUNT && (
        <Button
          class="value more"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          text={isExpanded ? t('find.less') : t('find.more')}
        />
      )}
    </fieldset>
  );
}

/** A selected value stays visible when its count is 0. */
function withSelected(values: readonly FacetValue[], chosen: readonly string[]): readonly FacetValue[] {
  const known = new Set(values.map(({ value }) => String(value)));
  return [...values, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }))];
}
