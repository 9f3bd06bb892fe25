import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../app/i18n.ts';
import { problemText } from '../../app/notices.tsx';
import { soundOfPreview } from '../state/annotations.ts';
import { closeRepairs, continueRepairs, type LineRepair, repairs, takeRepair, undoRepair } from '../state/repairs.ts';
import { store } from '../state/store.ts';
import { moveInList } from './Popover.tsx';
import { type Suggestion, type SuggestionGroup, suggestionsFor } from './suggestions.ts';

/** Of a group of suggestions so many are shown; the mark in the line has the others. */
const SHOWN_SUGGESTIONS = 4;

/** What would mend the clashes of the whole song, line by line; each is taken and undone by itself. */
export function RepairList() {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = repairs.value;
  const isOpen = list !== null;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="sheet preview" aria-label={t('repair.title')} onClose={closeRepairs}>
      <header>
        <h2>{t('repair.title')}</h2>
        <button type="button" class="quiet" onClick={closeRepairs}>
          {t('shell.close')}
        </button>
      </header>
      {list && (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among the buttons, which can be reached without
        <div class="sheet-body" onKeyDown={(event) => moveInList(event, event.currentTarget)}>
          {list.lines.map((repair) => (
            <LineRepairs key={repair.lineId} repair={repair} />
          ))}
          <div role="status">
            {list.state === 'looking' && <p>{t('repair.looking')}</p>}
            {list.state === 'done' && list.lines.length === 0 && <p>{t('repair.nothing')}</p>}
            {typeof list.state === 'object' && (
              <p>
                {t('repair.stopped')} {problemText(list.state.code, list.state.retryAfter ?? 10)}{' '}
                <button type="button" onClick={continueRepairs}>
                  {t('repair.more')}
                </button>
              </p>
            )}
          </div>
        </div>
      )}
    </dialog>
  );
}

function LineRepairs({ repair }: { readonly repair: LineRepair }) {
  const { lines } = store.song.value;
  const index = lines.findIndex(({ id }) => id === repair.lineId);
  const line = lines[index];
  if (!line) return null;
  const number = index + 1;
  return (
    <section class="line-repairs" aria-label={t('repair.line {number}', { number })}>
      <h3>
        {t('repair.line {number}', { number })}{' '}
        <span class="han" lang="zh-HK">
          {line.text}
        </span>
      </h3>
      {repair.isTaken ? (
        <p>
          {t('repair.taken')}{' '}
          <button
            type="button"
            data-item
            aria-label={t('repair.undo {number}', { number })}
            onClick={() => undoRepair(repair)}
          >
            ↶
          </button>
        </p>
      ) : (
        <Choices repair={repair} />
      )}
    </section>
  );
}

function Choices({ repair }: { readonly repair: LineRepair }) {
  const line = store.song.value.lines.find(({ id }) => id === repair.lineId)!;
  const sound = soundOfPreview(line, repair.before.text, repair.before.readings);
  const { risks } = repair.repaired;
  const groups = mergeGroups(risks.flatMap(({ position }) => suggestionsFor(repair.repaired, position, sound)));
  if (groups.length === 0) return <p class="reason">{t('repair.noSwap')}</p>;
  const label = (kind: string, replaces: string) =>
    kind === 'repairs'
      ? t('repair.whole')
      : replaces === ''
        ? t('repair.reading')
        : t('repair.swaps {replaced}', { replaced: replaces });
  return (
    <>
      {groups.map(({ kind, replaces, suggestions }) => (
        <div key={`${kind} ${replaces}`} class="repair-group">
          <span>{label(kind, replaces)}</span>
          <div>
            {suggestions.slice(0, SHOWN_SUGGESTIONS).map((suggestion) => (
              <RepairButton
                key={keyOf(suggestion)}
                suggestion={suggestion}
                onTake={() => takeRepair(repair, suggestion)}
              />
            ))}
          </div>
        </div>
      ))}
    </>
  );
}

const keyOf = ({ line, jyutping, readings }: Suggestion) => `${line} ${jyutping} ${Object.keys(readings)}`;

/** What mends several clashes of a line is listed with each of them, and shown once; repairs of the whole line first. */
function mergeGroups(groups: readonly SuggestionGroup[]): readonly SuggestionGroup[] {
  const merged = [...Map.groupBy(groups, ({ kind, replaces }) => `${kind} ${replaces}`).values()].map((same) => {
    const each = new Map(same.flatMap(({ suggestions }) => suggestions).map((one) => [keyOf(one), one]));
    return { ...same[0]!, suggestions: [...each.values()] };
  });
  return [...merged.filter(({ kind }) => kind === 'repairs'), ...merged.filter(({ kind }) => kind !== 'repairs')];
}

function RepairButton({ suggestion, onTake }: { readonly suggestion: Suggestion; readonly onTake: () => void }) {
  return (
    <button type="button" data-item title={suggestion.line} onClick={onTake}>
      <span class="han" lang="zh-HK">
        {suggestion.word}
      </span>{' '}
      <small>{suggestion.jyutping}</small>
    </button>
  );
}
