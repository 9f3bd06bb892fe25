import { signal } from '@preact/signals';
import { cachedRequest } from '../../api/response-cache.ts';
import { t } from '../../app/i18n.ts';
import { writeMessages } from '../messages.ts';
import { change, song } from '../state/song.ts';

/** The lexicon's themes; empty until someone is about to choose one. */
const themes = signal<readonly string[]>([]);

interface Vocabulary {
  readonly theme: Readonly<Record<string, number>>;
}

async function loadThemes(): Promise<void> {
  if (themes.peek().length > 0) return;
  const result = await cachedRequest<Vocabulary>('/api/lexicon/vocabulary');
  if (result.kind === 'ok') themes.value = Object.keys(result.data.theme);
}

/** What the song is about: words of its theme are offered for its next words and rhymes. */
export function ThemeChoice() {
  const text = t(writeMessages);
  const { theme } = song.value;
  const choices = [...new Set([...(theme === '' ? [] : [theme]), ...themes.value])];
  return (
    <label class="tolerance">
      <span>{text.theme}</span>
      <select
        value={theme}
        onFocus={() => void loadThemes()}
        onPointerEnter={() => void loadThemes()}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          change((document) => ({ ...document, theme: chosen }));
        }}
      >
        <option value="">{text.noTheme}</option>
        {choices.map((one) => (
          <option key={one} value={one} lang="zh-HK">
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
