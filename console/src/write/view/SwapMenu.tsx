import { useEffect, useRef } from 'preact/hooks';
import type { Risk } from '../../../../src/lyrics/risks.ts';
import { useRequest } from '../../api/use-request.ts';
import { Button } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import { Pending } from '../../app/notices.tsx';
import { PitchPicture } from '../../app/PitchPicture.tsx';
import type { SongLine } from '../model/document.ts';
import type { LineSound } from '../model/line-sound.ts';
import { soundOfSongLine } from '../state/annotations.ts';
import { withSuggestion } from '../state/repairs.ts';
import { announceChange, change } from '../state/song.ts';
import { store, update } from '../state/store.ts';
import { focusUnderPointer, Popover } from './Popover.tsx';
import { sentenceOf } from './RiskMark.tsx';
import { fixesFor, type Suggestion, type SuggestionGroup, suggestionsFor } from './suggestions.ts';

interface SwapMenuProps {
  readonly index: number;
  readonly line: SongLine;
  readonly sound: LineSound;
  readonly risk: Risk;
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
}

/** The menu of suggestions that would mend a clash. The focused one is previewed in the line; Enter takes it. */
export function SwapMenu({ index, line, sound, risk, x, y, onClose }: SwapMenuProps) {
  const { last: fixes, ...pending } = useRequest(line, (options) =>
    fixesFor(line, soundOfSongLine(line), store.song.peek().tolerance, options),
  );
  useEffect(() => () => update({ preview: null }), []);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fixes) list.current?.querySelector<HTMLElement>('[data-item]')?.focus();
  }, [fixes]);
  const applySuggestion = (suggestion: Suggestion) => {
    update({ preview: null });
    change((document) => withSuggestion(document, index, suggestion));
    announceChange(
      suggestion.replaces
        ? t('write.swapped {from} {to}', { from: suggestion.replaces, to: suggestion.word })
        : t('write.repaired'),
    );
    onClose();
    const [first = 0] = Object.keys(suggestion.readings).map(Number);
    update({ requestedFocus: { lineId: line.id, place: first } });
  };
  const groups = fixes ? suggestionsFor(fixes, risk.position, sound) : [];
  const riskFixes = fixes?.risks.find(({ position }) => position === risk.position);
  return (
    <Popover label={t('write.swaps')} x={x} y={y} onClose={onClose}>
      <p class="sentence">{sentenceOf(sound, risk)}</p>
      <div class="swaps" ref={list}>
        {groups.map(({ kind, replaces, suggestions }) => (
          <section key={`${kind} ${replaces}`} aria-label={headingOf(kind, replaces)}>
            <h3>{headingOf(kind, replaces)}</h3>
            {[false, true].map((isGuess) => {
              const shown = suggestions.filter((one) => one.isGuess === isGuess);
              if (shown.length === 0) return null;
              return (
                <div key={String(isGuess)} class={isGuess ? 'guesses' : undefined}>
                  {isGuess && <h4>{t('write.guesses')}</h4>}
                  <div class={`swap-list ${kind}`}>
                    {shown.map((suggestion) => {
                      const { word, jyutping, code, definition, replaces: replaced, sense } = suggestion;
                      const preview = { lineId: line.id, text: suggestion.line, readings: suggestion.readings };
                      return (
                        <Button
                          key={`${suggestion.line} ${jyutping}`}
                          class="swap"
                          data-item
                          title={sense === undefined ? definition : `${replaced}: ${sense}`}
                          onFocus={() => update({ preview })}
                          onPointerMove={focusUnderPointer}
                          onClick={() => applySuggestion(suggestion)}
                        >
                          <span class="han" lang="zh-HK">
                            {word}
                          </span>
                          {jyutping && <small>{jyutping}</small>}
                          {code && <PitchPicture code={code} />}
                        </Button>
                      );
                    })}
                  </div>
                </div>
              );
            })}
          </section>
        ))}
        {fixes && groups.length === 0 && <p>{t('write.noSwaps')}</p>}
        {riskFixes?.reason_code && <p class="reason">{t(`write.reason.${riskFixes.reason_code}`)}</p>}
        <Pending {...pending} />
      </div>
    </Popover>
  );
}

function headingOf(kind: SuggestionGroup['kind'], replaced: string): string {
  switch (kind) {
    case 'readingSwaps':
    case 'repairs':
      return t(`write.${kind}`);
    default:
      return t(`write.${kind} {replaced}`, { replaced });
  }
}
