import { computed, useComputed } from '@preact/signals';
import { Button, SignButton } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import type { SongLine } from '../model/document.ts';
import { draftsOf, shownDraftOf, starredDraftOf } from '../model/drafts.ts';
import { withTexts } from '../model/edit.ts';
import { playLine } from '../state/playback.ts';
import { announceChange, change } from '../state/song.ts';
import { store } from '../state/store.ts';

interface LineGutterProps {
  readonly index: number;
  readonly line: SongLine;
  readonly onMelodyText: () => void;
  readonly onDrafts: () => void;
}

/** The line's number, and what is done with the whole line. */
export function LineGutter({ index, line, onMelodyText, onDrafts }: LineGutterProps) {
  const isPlaying = store.playing.value !== null;
  const [count, shown] = [draftsOf(line).length, shownDraftOf(line)];
  const isStarred = starredDraftOf(line) === shown;
  const label = t('write.drafts {line}', { line: index + 1 });
  const place = t(`write.${isStarred ? 'starredDraftOf' : 'draftOf'} {draft} {count}`, { draft: shown + 1, count });
  return (
    <div class="gutter row">
      <span class="number" aria-hidden="true">
        {index + 1}
      </span>
      <SignButton
        label={isPlaying ? t('write.stop') : t('write.playLine {number}', { number: index + 1 })}
        keys="Alt P"
        onPress={() => playLine(index)}
        sign={isPlaying ? '■' : '▶'}
      />
      <SignButton label={t('write.melodyTextLabel {number}', { number: index + 1 })} onPress={onMelodyText} sign="♪" />
      {/* Which draft is shown of how many, with a star when it is the best one. */}
      <SignButton
        class={count > 1 ? 'several-drafts' : ''}
        label={count > 1 ? `${label}：${place}` : label}
        keys="Alt ↑ ↓"
        hasMenu
        onPress={onDrafts}
        sign={[count > 1 ? `${shown + 1}/${count}` : '≡', isStarred && <span aria-hidden="true">★</span>]}
      />
    </div>
  );
}

/** Beside a line in simplified characters: writes it, and all others that are, in traditional ones. */
export function ConvertOffer({ lineId }: { readonly lineId: string }) {
  const count = useComputed(() => convertibleLinesAt(lineId)).value;
  if (count === 0) return null;
  return <Button class="convert-offer" onClick={convertLines} text={t('write.toTraditional {count}', { count })} />;
}

/** Lines that were written or pasted in simplified characters: the service reads them, and says how they are written here. */

/** The lines by id, in the song's order, with their text in traditional characters. */
const simplifiedLines = computed(() => {
  const annotations = store.annotations.value;
  const found = new Map<string, string>();
  for (const { id, text } of store.song.value.lines) {
    const annotated = annotations.get(id);
    if (annotated?.text === text && annotated.traditional !== undefined) found.set(id, annotated.traditional);
  }
  return found;
});

/** How many lines an offer beside this one would convert: all there are, at the first of neighbouring ones; elsewhere none. */
function convertibleLinesAt(lineId: string): number {
  const simplified = simplifiedLines.value;
  if (!simplified.has(lineId)) return 0;
  const { lines } = store.song.value;
  const before = lines[lines.findIndex(({ id }) => id === lineId) - 1];
  return before && simplified.has(before.id) ? 0 : simplified.size;
}

function convertLines(): void {
  const texts = simplifiedLines.peek();
  change((document) => withTexts(document, texts));
  announceChange(t('write.convertedLines {count}', { count: texts.size }));
}
