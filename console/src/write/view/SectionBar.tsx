import { Button, Select } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import {
  isBlank,
  melodySourceOf,
  repeatSection,
  sectionAt,
  sectionsOf,
  separateMelody,
  shareMelody,
} from '../model/sections.ts';
import { focusLine } from '../state/cursor.ts';
import { change } from '../state/song.ts';
import { store } from '../state/store.ts';

/** Beside a heading: whose melody the section is sung to, and ways to sing it again. */
export function SectionBar({ heading }: { readonly heading: number }) {
  const document = store.song.value;
  const section = sectionAt(document, heading);
  if (!section || document.lines.slice(section.start, section.end).every(isBlank)) return null;
  const sources = sectionsOf(document).filter(
    (one) => one.heading < heading && melodySourceOf(document, one) === undefined,
  );
  const source = melodySourceOf(document, section);
  const repeat = (withWords: boolean) => {
    const first = document.lines.length + 1;
    change((before) => repeatSection(before, section, withWords));
    focusLine(first, 0);
  };
  return (
    <fieldset class="section-bar row" aria-label={t('write.sectionTools {name}', { name: section.name })}>
      {sources.length > 0 && (
        <Select
          label={t('write.sectionMelody {name}', { name: section.name })}
          isLabelHidden
          value={source ? String(source.heading) : ''}
          options={[
            ['', t('write.ownMelody')],
            ...sources.map(({ heading: at, name }) => [String(at), t('write.melodyLike {name}', { name })] as const),
          ]}
          onChoose={(chosen) => {
            const other = sources.find((one) => String(one.heading) === chosen);
            change((before) => (other ? shareMelody(before, section, other) : separateMelody(before, section)));
          }}
        />
      )}
      <Button class="quiet" title={t('write.repeatHint')} onClick={() => repeat(true)} text={t('write.repeat')} />
      <Button class="quiet" title={t('write.newWordsHint')} onClick={() => repeat(false)} text={t('write.newWords')} />
    </fieldset>
  );
}
