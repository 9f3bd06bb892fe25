import { useEffect, useRef } from 'preact/hooks';
import { Button, SignButton } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import type { SongDocument, SongLine } from '../model/document.ts';
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
import { focusUnderPointer, Popover } from './Popover.tsx';
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
        {drafts.map((draft, i) => {
          const number = i + 1;
          const sound = soundOfPreview(line, draft.text, draft.readings);
          const worst = worstOf(risksOfLine(line, sound, riskContextOf(line)).own);
          const isStarred = i === starred;
          return (
            <div key={i} class="draft-row row">
              {drafts.length > 1 && (
                <SignButton
                  class="star"
                  label={t('write.starDraft {draft}', { draft: number })}
                  keys="Alt S"
                  isPressed={isStarred}
                  onPress={() => edit((document) => starDraft(document, index, i))}
                  sign={isStarred ? '★' : '☆'}
                />
              )}
              <Button
                class="choice han row"
                lang="zh-HK"
                data-item
                aria-pressed={i === shown}
                onFocus={() => update({ preview: i === shown ? null : { lineId: line.id, ...draft } })}
                onPointerMove={focusUnderPointer}
                onClick={() => take((document) => showDraft(document, index, i))}
              >
                {draft.text || t('write.emptyDraft')}
                {worst && <RiskShape severity={worst} />}
              </Button>
              {drafts.length > 1 && (
                <SignButton
                  label={t('write.deleteDraft {draft}', { draft: number })}
                  onPress={() => remove(i)}
                  sign="×"
                />
              )}
            </div>
          );
        })}
        <Button
          class="choice row"
          data-item
          title={t('write.addDraftHint')}
          onFocus={() => update({ preview: null })}
          onClick={() => take((document) => addDraft(document, index))}
        >
          ＋ {t('write.addDraft')}
        </Button>
      </div>
      {drafts.length > 1 && <p class="help star-hint">{t('write.starHint')}</p>}
    </Popover>
  );
}
