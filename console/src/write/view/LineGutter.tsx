import { t } from '../../app/i18n.ts';
import { writeMessages } from '../messages.ts';
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
  const text = t(writeMessages);
  const isPlaying = store.playing.value !== null;
  return (
    <div class="gutter">
      <span class="number" aria-hidden="true">
        {index + 1}
      </span>
      <button
        type="button"
        class="quiet round"
        aria-label={isPlaying ? text.stop : text.playLine(index + 1)}
        title={`${isPlaying ? text.stop : text.playLine(index + 1)} (Alt P)`}
        onClick={() => playLine(index)}
      >
        {isPlaying ? '■' : '▶'}
      </button>
      <button
        type="button"
        class="quiet round"
        aria-label={text.melodyTextLabel(index + 1)}
        title={text.melodyText}
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
  const text = t(writeMessages);
  const [count, shown] = [draftsOf(line).length, shownDraftOf(line)];
  const isStarred = starredDraftOf(line) === shown;
  const label = text.drafts(index + 1);
  return (
    <button
      type="button"
      class={count > 1 ? 'quiet round several-drafts' : 'quiet round'}
      aria-label={count > 1 ? `${label}：${text.draftOf(shown + 1, count, isStarred)}` : label}
      title={`${label} (Alt ↑ ↓)`}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {count > 1 ? `${shown + 1}/${count}` : '≡'}
      {isStarred && <span aria-hidden="true">★</span>}
    </button>
  );
}
