import { useState } from 'preact/hooks';
import { cachedRequest } from '../api/response-cache.ts';
import { t } from '../app/i18n.ts';
import { type Homophones, navigateTo } from './card.ts';
import { wordMessages } from './messages.ts';

/** Characters that sound like those of the word, asked for one character at a time: each costs a credit. */
export function HomophoneList({ word }: { readonly word: string }) {
  const text = t(wordMessages);
  const [shown, setShown] = useState<{ char: string; groups: Homophones['groups'] }>();
  const characters = [...new Set(word)].filter((char) => /\p{Script=Han}/u.test(char));
  if (characters.length === 0) return null;

  const show = async (char: string) => {
    if (shown?.char === char) {
      setShown(undefined);
      return;
    }
    const result = await cachedRequest<Homophones>(`/api/lexicon/homophones/${encodeURIComponent(char)}`);
    if (result.kind === 'ok') setShown({ char, groups: result.data.groups });
  };
  return (
    <div class="card-part">
      <h3>{text.homophones}</h3>
      <div class="homophone-tabs">
        {characters.map((char) => (
          <button
            key={char}
            type="button"
            class="value han"
            aria-expanded={shown?.char === char}
            aria-label={text.showHomophones(char)}
            onClick={() => void show(char)}
          >
            {char}
          </button>
        ))}
      </div>
      {shown?.groups.map(({ jyutping, homophones }) => (
        <div key={jyutping} class="homophones">
          <h4>{jyutping}</h4>
          {homophones.length === 0 && <span class="quiet-text">{text.noHomophones}</span>}
          {homophones.map(({ char, definition }) => (
            <button key={char} type="button" class="homophone han" title={definition} onClick={() => navigateTo(char)}>
              {char}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
