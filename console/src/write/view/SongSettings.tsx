import { request } from '../../api/lexicon.ts';
import { Select } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import { writeStorage } from '../../app/storage.ts';
import { MAX_TEMPO, MIN_TEMPO, nominalTempo } from '../model/timeline.ts';
import { change } from '../state/song.ts';
import { ALL_READINGS_KEY, store, update } from '../state/store.ts';

/** Tempo and theme of the song, which disagreements of melody and tones are marked, and where readings stand. */
export function SongSettings() {
  const { theme, tolerance } = store.song.value;
  const themes = [...new Set([...(theme === '' ? [] : [theme]), ...store.themes.value])];
  return (
    <>
      <Tempo />
      {/* What the song is about: words of its theme are offered for its next words and rhymes. */}
      <Select
        class="setting aside"
        label={t('write.theme')}
        value={theme}
        options={[['', t('write.noTheme')], ...themes.map((one) => [one, one] as const)]}
        onApproach={() => void loadThemes()}
        onChoose={(chosen) => change((document) => ({ ...document, theme: chosen }))}
      />
      <Select
        class="setting aside"
        label={t('write.tolerance')}
        value={tolerance}
        options={(['singable', 'strict'] as const).map((one) => [one, t(`write.tolerances.${one}`)])}
        onChoose={(chosen) => change((document) => ({ ...document, tolerance: chosen }))}
      />
      {/* Lines that nobody works on are lyrics: their readings come with the cursor or the pointer, or on request. */}
      <Select
        class="setting aside"
        label={t('write.readingsShown')}
        value={String(store.hasAllReadings.value)}
        options={[
          ['false', t('write.readingsOfLine')],
          ['true', t('write.readingsOfAll')],
        ]}
        onChoose={(chosen) => {
          writeStorage(ALL_READINGS_KEY, chosen);
          update({ hasAllReadings: chosen === 'true' });
        }}
      />
    </>
  );
}

/** Beats per minute at which the song is played and exported. */
function Tempo() {
  return (
    <label class="tempo row aside">
      <span>{t('write.tempo')} ♩ =</span>
      <input
        type="number"
        min={MIN_TEMPO}
        max={MAX_TEMPO}
        value={store.song.value.tempo}
        aria-label={`${t('write.tempo')} (${t('write.tempoUnit')})`}
        onChange={(event) => {
          const tempo = nominalTempo(event.currentTarget.valueAsNumber);
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
