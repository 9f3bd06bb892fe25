import { TOLERANCES } from '../../../../src/cantonese/melody.ts';
import { request } from '../../api/lexicon.ts';
import { t } from '../../app/i18n.ts';
import { writeStorage } from '../../app/storage.ts';
import { change } from '../state/song.ts';
import { ALL_READINGS_KEY, store, update } from '../state/store.ts';

/** Tempo and theme of the song, which disagreements of melody and tones are marked, and where readings stand. */
export function SongSettings() {
  return (
    <>
      <Tempo />
      <ThemeChoice />
      <ToleranceChoice />
      <ReadingsChoice />
    </>
  );
}

const MIN_TEMPO = 20;
const MAX_TEMPO = 300;

/** Beats per minute at which the song is played and exported. */
function Tempo() {
  return (
    <label class="tempo">
      <span>{t('write.tempo')} ♩ =</span>
      <input
        type="number"
        min={MIN_TEMPO}
        max={MAX_TEMPO}
        value={store.song.value.tempo}
        aria-label={`${t('write.tempo')} (${t('write.tempoUnit')})`}
        onChange={(event) => {
          const tempo = Math.min(MAX_TEMPO, Math.max(MIN_TEMPO, Math.round(event.currentTarget.valueAsNumber)));
          if (Number.isFinite(tempo)) change((document) => ({ ...document, tempo }));
          else event.currentTarget.valueAsNumber = store.song.peek().tempo;
        }}
      />
    </label>
  );
}

async function loadThemes(): Promise<void> {
  if (store.themes.peek().length > 0) return;
  const result = await request((client, options) => client.vocabulary({}, options));
  if (result.kind === 'ok') update({ themes: Object.keys(result.data.theme) });
}

/** What the song is about: words of its theme are offered for its next words and rhymes. */
function ThemeChoice() {
  const { theme } = store.song.value;
  const choices = [...new Set([...(theme === '' ? [] : [theme]), ...store.themes.value])];
  return (
    <label class="tolerance">
      <span>{t('write.theme')}</span>
      <select
        value={theme}
        onFocus={() => void loadThemes()}
        onPointerEnter={() => void loadThemes()}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          change((document) => ({ ...document, theme: chosen }));
        }}
      >
        <option value="">{t('write.noTheme')}</option>
        {choices.map((one) => (
          <option key={one} value={one} lang="zh-HK">
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function ToleranceChoice() {
  return (
    <label class="tolerance">
      <span>{t('write.tolerance')}</span>
      <select
        value={store.song.value.tolerance}
        onChange={(event) => {
          const chosen = TOLERANCES.find((one) => one === event.currentTarget.value);
          if (chosen) change((document) => ({ ...document, tolerance: chosen }));
        }}
      >
        {(['singable', 'strict'] as const).map((one) => (
          <option key={one} value={one}>
            {t(`write.tolerances.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Lines that nobody works on are lyrics: their readings come with the cursor or the pointer, or on request. */
function ReadingsChoice() {
  return (
    <label class="tolerance">
      <span>{t('write.readingsShown')}</span>
      <select
        value={String(store.hasAllReadings.value)}
        onChange={({ currentTarget }) => {
          writeStorage(ALL_READINGS_KEY, currentTarget.value);
          update({ hasAllReadings: currentTarget.value === 'true' });
        }}
      >
        <option value="false">{t('write.readingsOfLine')}</option>
        <option value="true">{t('write.readingsOfAll')}</option>
      </select>
    </label>
  );
}
