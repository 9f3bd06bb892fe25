import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { createRhymeScheme } from '../../../src/cantonese/rhyme.ts';
import { PUBLISHED_SONGS } from '../../../src/cantonese/tone-moves.ts';
import { Button } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { showPane } from '../app/route.ts';
import { unchanged } from '../app/unchanged.tsx';
import type { SongLine } from './model/document.ts';
import type { LineSound } from './model/line-sound.ts';
import { type SongSummary, summarise, worstOf } from './model/risks.ts';
import { isBlank, isHeading, leaderOf, nameOf } from './model/sections.ts';
import { soundOfSongLine } from './state/annotations.ts';
import { focusLine } from './state/cursor.ts';
import { type RiskContext, risksOfLine } from './state/line-risks.ts';
import { openRepairs } from './state/repairs.ts';
import { store } from './state/store.ts';
import { RiskShape } from './view/RiskMark.tsx';
import { SongSettings } from './view/SongSettings.tsx';

/** The song at a glance: its lines with their worst clash, their rhymes and how far they are written; and how it goes as a whole. */
export function SongRail() {
  const { lines, tolerance } = store.song.value;
  const shown = lines.slice(0, useGrowingCount(lines.length));
  const linesWithSound = shown.map((line) => ({ line, melody: line.melody, sound: soundOfSongLine(line) }));
  const letterOf = createRhymeScheme();
  return (
    <div class="song-rail">
      <ol aria-label={t('write.lines')}>
        {linesWithSound.map(({ line, sound }, index) => (
          <UnchangedRailLine
            key={line.id}
            index={index}
            line={line}
            sound={sound}
            letter={sound.rhyme === null ? null : letterOf(sound.rhyme)}
            tolerance={tolerance}
            leader={leaderOf(store.song.value, line)}
            isOnly={lines.length === 1}
          />
        ))}
      </ol>
      <Summary summary={summarise(linesWithSound, tolerance)} />
    </div>
  );
}

/** Lines that are read and shown between two frames. */
const SLICE_LINES = 40;
const FIRST_LINES = 60;

/** How many lines of a song are shown: those of a long one that was just put in come in slices. */
function useGrowingCount(count: number): number {
  const [shown, setShown] = useState(FIRST_LINES);
  useEffect(() => {
    if (shown >= count) return;
    const timer = setTimeout(() => setShown(shown + SLICE_LINES), 16);
    return () => clearTimeout(timer);
  }, [shown, count]);
  return Math.min(shown, count);
}

interface RailLineProps extends RiskContext {
  readonly index: number;
  readonly line: SongLine;
  readonly sound: LineSound;
  readonly letter: string | null;
  readonly isOnly: boolean;
}

function RailLine({ index, line, sound, letter, tolerance, leader, isOnly }: RailLineProps) {
  const isCurrent = useComputed(() => store.cursor.value?.lineId === line.id).value;
  const risks = risksOfLine(line, sound, { tolerance, leader }).own;
  const worst = worstOf(risks);
  const contrary = risks.filter(({ severity }) => severity === 'contrary').length;
  const [written, notes] = [sound.places.length, line.melody.length];
  const isUnfinished = notes > 0 && written < notes;
  const state = [
    risks.length > 0 ? t('write.risksIn {contrary} {oblique}', { contrary, oblique: risks.length - contrary }) : '',
    isUnfinished ? t('write.progress {written} {notes}', { written, notes }) : '',
  ].filter((one) => one !== '');
  return (
    <li>
      <Button
        class={`bare rail-line ${isHeading(line.text) ? 'rail-heading' : isBlank(line) && !isOnly ? 'rail-blank' : ''}`}
        aria-current={isCurrent}
        onClick={() => {
          showPane('write');
          focusLine(index, 0);
        }}
      >
        <span class="mark">{worst && <RiskShape severity={worst} />}</span>
        <span class="words" lang="zh-HK">
          {(isHeading(line.text) ? nameOf(line.text) : line.text) || t('write.emptyLine')}
          {isUnfinished && <progress max={notes} value={written} aria-hidden="true" />}
        </span>
        <span class="letter" title={letter === null ? '' : t('write.rhymeLetter {letter}', { letter })}>
          {letter}
        </span>
        <span class="visually-hidden">{state.join(' · ')}</span>
      </Button>
    </li>
  );
}

const UnchangedRailLine = unchanged(RailLine);

function Summary({ summary }: { readonly summary: SongSummary }) {
  const { tolerance } = store.song.value;
  return (
    <section class="summary" aria-label={t('write.summary')}>
      <h3>{t('write.summary')}</h3>
      {summary.pairs === 0 ? (
        <p>{t('write.summaryEmpty')}</p>
      ) : (
        <>
          <Share kind="contrary" {...summary} />
          {/* Published songs were counted strictly: with another tolerance the share cannot be compared. */}
          {tolerance === 'strict' ? (
            <Share kind="oblique" {...summary} />
          ) : (
            <p class="marked">
              <span>
                <RiskShape severity="oblique" /> {t('write.oblique')}
              </span>
              <b>{t('write.places {count}', { count: summary.oblique })}</b>
            </p>
          )}
          <p class="help">{t('write.pairs {count}', { count: summary.pairs })}</p>
          {summary.contrary + summary.oblique > 0 && (
            <Button
              class="repair-song"
              onClick={openRepairs}
              text={t('repair.open {places}', { places: summary.contrary + summary.oblique })}
            />
          )}
        </>
      )}
      <SongSettings />
    </section>
  );
}

/** The full width of a bar in per cent: more than that of pairs is beyond all songs. */
const FULL_BAR_RATIO = 0.4;

/** A share of the pairs as a bar, with a tick where published songs are. */
function Share({ kind, pairs, ...counts }: SongSummary & { readonly kind: 'contrary' | 'oblique' }) {
  const share = counts[kind] / pairs;
  const publishedRatio = PUBLISHED_SONGS[kind];
  const [songPercent, publishedPercent] = [share, publishedRatio].map(
    (one) => `${(one * 100).toFixed(one < 0.1 ? 1 : 0)}%`,
  ) as [string, string];
  return (
    <div class={`share ${kind}`}>
      <p>
        <span>
          <RiskShape severity={kind} /> {t(`write.${kind}`)}
        </span>
        <b>{songPercent}</b>
      </p>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('write.share {kind} {own} {published}', {
          kind: t(`write.${kind}`),
          own: songPercent,
          published: publishedPercent,
        })}
      >
        <rect class="track" width="100" height="6" />
        <rect class="own" width={Math.min(100, (share / FULL_BAR_RATIO) * 100)} height="6" />
        <rect class="usual" x={(publishedRatio / FULL_BAR_RATIO) * 100} width="1.2" height="6" />
      </svg>
      <p class="help">{t('write.published {share}', { share: publishedPercent })}</p>
    </div>
  );
}
