import { useEffect, useRef } from 'preact/hooks';
import { SignButton } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import type { LineDraft, SongDocument, SongLine } from '../model/document.ts';
import {
  addDraft,
  deleteDraft,
  draftsOf,
  showDraft,
  shownDraftOf,
  starDraft,
  starredDraftOf,
} from '../model/drafts.ts';
import { worstOf } from '../model/risks.ts';
import { soundOfPreview } from '../state/annotations.ts';
import { riskContextOf, risksOfLine } from '../state/line-risks.ts';
import { announceChange, change } from '../state/song.ts';
import { update } from '../state/store.ts';
import { ROW_HEIGHT } from './line-geometry.ts';
import { Popover } from './Popover.tsx';
import { RiskShape } from './RiskMark.tsx';

interface DraftMenuProps {
  readonly index: number;
  readonly line: SongLine;
  readonly onClose: () => void;
}

/** All drafts of a line. What has the focus is shown in the line; Enter takes it. */
export function DraftMenu({ index, line, onClose }: DraftMenuProps) {
  const drafts = draftsOf(line);
  const [shown, starred] = [shownDraftOf(line), starredDraftOf(line)];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('.choice[aria-pressed="true"]')?.focus();
    return () => update({ preview: null });
  }, []);
  const edit = (apply: (document: SongDocument) => SongDocument) => {
    update({ preview: null });
    change(apply);
  };
  const take = (apply: (document: SongDocument) => SongDocument) => {
    edit(apply);
    onClose();
    update({ requestedFocus: { lineId: line.id, place: 0 } });
  };
  const remove = (draft: number) => {
    edit((document) => deleteDraft(document, index, draft));
    announceChange(t('write.draftDeleted {words}', { words: drafts[draft]!.text }));
  };
  return (
    <Popover label={t('write.drafts {line}', { line: index + 1 })} x={0} y={ROW_HEIGHT - 4} onClose={onClose}>
      <div class="choices" ref={list}>
        {drafts.map((draft, i) => (
          <DraftRow
            key={i}
            line={line}
            draft={draft}
            number={i + 1}
            isShown={i === shown}
            isStarred={i === starred}
            isOnly={drafts.length === 1}
            onTake={() => take((document) => showDraft(document, index, i))}
            onStar={() => edit((document) => starDraft(document, index, i))}
            onDelete={() => remove(i)}
          />
        ))}
        <button
          type="button"
          class="choice row"
          data-item
          title={t('write.addDraftHint')}
          onFocus={() => update({ preview: null })}
          onClick={() => take((document) => addDraft(document, index))}
        >
          ＋ {t('write.addDraft')}
        </button>
      </div>
      {drafts.length > 1 && <p class="help star-hint">{t('write.starHint')}</p>}
    </Popover>
  );
}

interface DraftRowProps {
  readonly line: SongLine;
  readonly draft: LineDraft;
  readonly number: number;
  readonly isShown: boolean;
  readonly isStarred: boolean;
  readonly isOnly: boolean;
  readonly onTake: () => void;
  readonly onStar: () => void;
  readonly onDelete: () => void;
}

function DraftRow({ line, draft, number, isShown, isStarred, isOnly, onTake, onStar, onDelete }: DraftRowProps) {
  const sound = soundOfPreview(line, draft.text, draft.readings);
  const worst = worstOf(risksOfLine(line, sound, riskContextOf(line)).own);
  const show = () => update({ preview: isShown ? null : { lineId: line.id, ...draft } });
  return (
    <div class="draft-row row">
      {!isOnly && (
        <SignButton
          class="star"
          label={t('write.starDraft {draft}', { draft: number })}
          keys="Alt S"
          isPressed={isStarred}
          onPress={onStar}
        >
          {isStarred ? '★' : '☆'}
        </SignButton>
      )}
      <button
        type="button"
        class="choice han row"
        lang="zh-HK"
        data-item
        aria-pressed={isShown}
        onFocus={show}
        // Only a pointer that moves means it: the list may open under one that rests.
        onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
        onClick={onTake}
      >
        {draft.text || t('write.emptyDraft')}
        {worst && <RiskShape severity={worst} />}
      </button>
      {!isOnly && (
        <SignButton label={t('write.deleteDraft {draft}', { draft: number })} onPress={onDelete}>
          ×
        </SignButton>
      )}
    </div>
  );
}
