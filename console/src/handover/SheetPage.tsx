import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useRequest } from '../api/use-request.ts';
import { Button, Check, Select } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { view } from '../app/route.ts';
import type { SongDocument } from '../write/model/document.ts';
import { withBestDrafts } from '../write/model/drafts.ts';
import { scoreOf } from '../write/model/timeline.ts';
import { annotateLines, soundOfSongLine } from '../write/state/annotations.ts';
import { loadReadingTable } from '../write/state/readings.ts';
import { openSong } from '../write/state/song.ts';
import { store } from '../write/state/store.ts';
import { ABOVE, type Above, blocksOf, longestLineOf, type SheetCell, sheetOf } from './sheet-model.ts';
import { type RhythmToken, rhythmOf } from './sheet-rhythm.ts';
import { songOfFragment } from './song-link.ts';
import './singer-sheet.css';

const above = signal<Above>('jyutping');
const columns = signal<'1' | '2'>('1');
const hasContour = signal(true);
const hasRhythm = signal(true);

/** A song as it is handed to a singer: the open one, or the one that the address carries. */
export function SheetPage() {
  const isShared = view.value === 'song';
  const { data: linked } = useRequest<SongDocument | 'broken'>(isShared ? location.hash : undefined, async () => ({
    kind: 'ok',
    data: (await songOfFragment(location.hash)) ?? 'broken',
  }));
  if (isShared && linked === undefined) return null;
  if (linked === 'broken')
    return (
      <div class="sheet-page">
        <p role="alert">{t('handover.brokenLink')}</p>
        <a href="#desk">{t('handover.back')}</a>
      </div>
    );
  const song = linked ?? withBestDrafts(store.song.value);
  return (
    <div class="sheet-page">
      <SheetTools song={song} isShared={isShared} />
      <SingerSheet song={song} />
    </div>
  );
}

function SheetTools({ song, isShared }: { readonly song: SongDocument; readonly isShared: boolean }) {
  return (
    <div class="sheet-tools row wrap">
      {isShared && (
        <>
          <p>{t('handover.shared')}</p>
          <Button
            class="primary"
            onClick={() => {
              openSong(song);
              location.hash = '#desk';
            }}
            text={t('handover.makeMine')}
          />
        </>
      )}
      <Select
        label={t('handover.above')}
        value={above.value}
        options={ABOVE.map((one) => [one, t(`handover.aboveChoices.${one}`)])}
        onChoose={(chosen) => (above.value = chosen)}
      />
      <Select
        label={t('handover.columns')}
        value={columns.value}
        options={(['1', '2'] as const).map((one) => [one, one])}
        onChoose={(chosen) => (columns.value = chosen)}
      />
      <Check
        isChecked={hasContour.value}
        onCheck={(isChecked) => (hasContour.value = isChecked)}
        text={t('handover.contour')}
      />
      {scoreOf(song) && (
        <Check
          isChecked={hasRhythm.value}
          onCheck={(isChecked) => (hasRhythm.value = isChecked)}
          text={t('handover.rhythm')}
        />
      )}
      <Button onClick={() => print()} text={t('handover.print')} />
    </div>
  );
}

function SingerSheet({ song }: { readonly song: SongDocument }) {
  // Lines that were never looked at have no readings yet; the sheet is shown again when they have come.
  useEffect(() => void loadReadingTable(), []);
  useRequest(song.id, (options) => annotateLines(song.lines, { ...options, quiet: true }));
  const rhythm = hasRhythm.value ? rhythmOf(song) : null;
  const sections = sheetOf(song, soundOfSongLine, above.value, rhythm);
  const hasMelody = song.lines.some(({ melody }) => melody.some((note) => note !== null));
  return (
    <article
      class={`singer-sheet${hasContour.value ? ' with-contour' : ''}${rhythm ? ' with-rhythm' : ''}`}
      data-columns={columns.value}
      data-above={above.value}
      lang="zh-HK"
    >
      <h2>{song.title || t('handover.untitled')}</h2>
      {hasMelody && (
        <p class="sheet-tempo">
          {rhythm && `1 = ${rhythm.tonic} · ${rhythm.meter} · `}♩ = {song.tempo}
        </p>
      )}
      <div class="sheet-columns" style={{ '--longest': longestLineOf(sections) }}>
        {sections.map(({ heading, lines }, section) => (
          <section key={section}>
            {blocksOf(lines).map((block, i) => (
              <div key={i} class="sheet-block">
                {i === 0 && heading !== '' && <h3>{heading}</h3>}
                {block.map((cells, line) => (
                  <p key={line} class="sheet-line wrap">
                    {cells.map((cell, place) => (
                      <Cell key={place} {...cell} />
                    ))}
                  </p>
                ))}
              </div>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}

const HAN = /\p{Script=Han}/u;

function Cell({ text, above, heights, rhythm }: SheetCell) {
  return (
    <span class={HAN.test(text) ? 'sheet-cell' : 'sheet-cell of-text'}>
      <span class="sheet-above" lang="yue-Latn">
        {above}
      </span>
      {/* Below the reading: what is sung, and how long, next to the character. */}
      <span class="sheet-rhythm" aria-hidden="true">
        {rhythm.map((token, i) => (
          <Token key={i} token={token} />
        ))}
      </span>
      <span class="sheet-char">{text}</span>
      <span class="sheet-note" aria-hidden="true">
        {heights.map((height, i) => (
          <i key={i} style={{ '--height': height }} />
        ))}
      </span>
    </span>
  );
}

function Token({ token }: { readonly token: RhythmToken }) {
  if (token.kind === 'bar') return <span class="sheet-bar">|{token.meter && <small>{token.meter}</small>}</span>;
  if (token.kind === 'silence') return <span>—{token.measures}—</span>;
  const { degree, octave, underlines, dashes, isDotted, isTriplet, isTied } = token;
  return (
    <span class="sheet-sign">
      {isTied && '‿'}
      <span class="sheet-degree" data-underlines={underlines || undefined}>
        <i>{'·'.repeat(Math.max(0, octave))}</i>
        {isTriplet && <sup>3</sup>}
        {degree}
        {isDotted && '.'}
        <i class="below">{'·'.repeat(Math.max(0, -octave))}</i>
      </span>
      {' –'.repeat(dashes)}
    </span>
  );
}
