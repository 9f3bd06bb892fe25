import { t } from '../../app/i18n.ts';
import type { SongLine } from '../model/document.ts';
import { draftsOf, shownDraftOf, starredDraftOf } from '../model/drafts.ts';
import { playLine } from '../state/playback.ts';
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
  return (
    <div class="gutter">
      <span class="number" aria-hidden="true">
        {index + 1}
      </span>
      <button
        type="button"
        class="quiet round"
        aria-label={isPlaying ? t('write.stop') : t('write.playLine {number}', { number: index + 1 })}
        title={`${isPlaying ? t('write.stop') : t('write.playLine {number}', { number: index + 1 })} (Alt P)`}
        onClick={() => playLine(index)}
      >
        {isPlaying ? '■' : '▶'}
      </button>
      <button
        type="button"
        class="quiet round"
        aria-label={t('write.melodyTextLabel {number}', { number: index + 1 })}
        title={t('write.melodyText')}
        onClick={onMelodyText}
      >
        ♪
      </button>
      <DraftButton index={index} line={line} onClick={onDrafts} />
    </div>
  );
}

interface DraftButtonProps {
  readonly index: number;
  readonly line: SongLine;
  readonly onClick: () => void;
}

/** Which draft is shown of how many, with a star when it is the best one. */
function DraftButton({ index, line, onClick }: DraftButtonProps) {
  const [count, shown] = [draftsOf(line).length, shownDraftOf(line)];
  const isStarred = starredDraftOf(line) === shown;
  const label = t('write.drafts {line}', { line: index + 1 });
  return (
    <button
      type="button"
      class={count > 1 ? 'quiet round several-drafts' : 'quiet round'}
      aria-label={
        count > 1
          ? `${label}：${t(`write.${isStarred ? 'starredDraftOf' : 'draftOf'} {draft} {count}`, { draft: shown + 1, count })}`
          : label
      }
      title={`${label} (Alt ↑ ↓)`}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {count > 1 ? `${shown + 1}/${count}` : '≡'}
      {isStarred && <span aria-hidden="true">★</span>}
    </button>
  );
}
