import { language, t } from '../app/i18n.ts';
import { PitchPicture } from '../app/PitchPicture.tsx';
import { showPane } from '../app/route.ts';
import { slot } from '../app/slot.ts';
import { copyWord, insertOrCopyWord } from '../find/copy-word.ts';
import { searchFor } from '../find/find-state.ts';
import { rhymeWith } from '../rhyme/rhyme-state.ts';
import { type Card, closeCard, navigateTo, type Reading } from './card.ts';
import { glossOf } from './gloss.ts';
import { HomophoneList } from './HomophoneList.tsx';
import { wordMessages } from './messages.ts';
import { RelationGraph } from './RelationGraph.tsx';
import { playTones } from './tone-sound.ts';

/** Everything that is known of a word, the sound first. */
export function CardBody({ card }: { readonly card: Card }) {
  const text = t(wordMessages);
  return (
    <>
      <p class="card-kind">
        {[text.pos[card.pos] ?? card.pos, card.is_canto ? text.canto : (text.reg[card.reg] ?? card.reg)].join(' · ')}
      </p>
      <Actions word={card.char} jyutping={card.readings[0]?.jyutping ?? ''} />
      <ul class="card-part readings" aria-label={text.readings}>
        {card.readings.map((reading) => (
          <ReadingLine key={reading.jyutping} reading={reading} />
        ))}
      </ul>
      <Meaning card={card} />
      <OtherWords card={card} />
      <AffectTags card={card} />
      <Relations card={card} />
      <HomophoneList key={card.char} word={card.char} />
    </>
  );
}

function Actions({ word, jyutping }: { readonly word: string; readonly jyutping: string }) {
  const text = t(wordMessages);
  const closeThen = (action: () => void) => () => {
    closeCard();
    action();
  };
  return (
    <div class="card-actions">
      {slot.value && (
        <button class="primary" type="button" onClick={closeThen(() => insertOrCopyWord({ char: word, jyutping }))}>
          {text.insert}
        </button>
      )}
      <button type="button" onClick={() => void copyWord(word)}>
        {text.copy}
      </button>
      <button
        type="button"
        onClick={closeThen(() => {
          showPane('find');
          searchFor(`~${word}`);
        })}
      >
        {text.find}
      </button>
      <button
        type="button"
        onClick={closeThen(() => {
          rhymeWith(word);
          showPane('rhyme');
        })}
      >
        {text.rhymes}
      </button>
    </div>
  );
}

function ReadingLine({ reading: { jyutping, code, rhyme } }: { readonly reading: Reading }) {
  const text = t(wordMessages);
  return (
    <li class="reading-line">
      <button
        class="quiet round"
        type="button"
        aria-label={text.play(jyutping)}
        onClick={() => void playTones(jyutping)}
      >
        ▶
      </button>
      <span class="reading-text">{jyutping}</span>
      <PitchPicture code={code} />
      <span class="quiet-text">{code}</span>
      <span class="quiet-text">{text.rhymeOf(rhyme)}</span>
    </li>
  );
}

/** In Chinese the written definition; else the senses where there are several, or the gloss. */
function Meaning({ card }: { readonly card: Card }) {
  const { senses, definition, definition_zh: chinese, examples } = card;
  const text = t(wordMessages);
  const hasChinese = chinese !== undefined && language.value === 'zh-HK';
  if (!hasChinese && definition === '' && examples.length === 0) return null;
  return (
    <div class="card-part">
      <h3>{text.meaning}</h3>
      {!hasChinese && senses.length > 1 ? (
        <ol class="senses">
          {senses.map(({ pos, definition: sense }, i) => (
            <li key={`${i} ${sense}`}>
              <span class="quiet-text">{text.pos[pos] ?? pos}</span> {sense}
            </li>
          ))}
        </ol>
      ) : (
        <p>{glossOf(card)}</p>
      )}
      {examples.length > 0 && (
        <ul class="examples" aria-label={text.examples}>
          {examples.map((example) => (
            <li key={example} class="han">
              {example}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The same word in written Chinese and in its usual spelling, and what else a typed character may mean. */
function OtherWords({ card }: { readonly card: Card }) {
  const text = t(wordMessages);
  const groups = [
    [text.standard, card.standard ?? []],
    [text.variantOf, card.variant_of === undefined ? [] : [card.variant_of]],
    [text.seeAlso, card.see_also ?? []],
  ] as const;
  return groups.map(
    ([label, words]) =>
      words.length > 0 && (
        <p key={label} class="card-part">
          <span class="quiet-text">{label}</span>{' '}
          {words.map((word) => (
            <button key={word} type="button" class="value han" onClick={() => navigateTo(word)}>
              {word}
            </button>
          ))}
        </p>
      ),
  );
}

function AffectTags({ card: { affect } }: { readonly card: Card }) {
  const text = t(wordMessages);
  const { valence, emotion, themes, themes_inferred: inferred } = affect;
  // 平 and 中 say that nothing is known to be felt.
  const affectLabels = [
    ...(emotion === '平' ? [] : [emotion]),
    ...(valence === '中' ? [] : [text.valence[valence] ?? valence]),
  ];
  if (affectLabels.length + themes.length + inferred.length === 0) return null;
  return (
    <dl class="card-part tags">
      {affectLabels.length > 0 && (
        <div>
          <dt>{text.feeling}</dt>
          <dd>{affectLabels.join(' · ')}</dd>
        </div>
      )}
      {themes.length + inferred.length > 0 && (
        <div>
          <dt>{text.themes}</dt>
          <dd>{[...themes, ...inferred.map((theme) => `${theme}（${text.inferred}）`)].join(' · ')}</dd>
        </div>
      )}
    </dl>
  );
}

function Relations({ card }: { readonly card: Card }) {
  const text = t(wordMessages);
  const { char, synonyms, antonyms, relation_counts: counts } = card;
  return (
    <div class="card-part">
      <h3>
        {text.relations} <small>{text.relationCounts(counts.curated, counts.generated)}</small>
      </h3>
      {synonyms.length + antonyms.length === 0 ? (
        <p class="quiet-text">{text.noRelations}</p>
      ) : (
        <>
          <RelationGraph key={char} word={char} synonyms={synonyms} antonyms={antonyms} />
          <p class="legend" aria-hidden="true">
            <span class="key synonym">{text.legend.synonym}</span>{' '}
            <span class="key antonym">{text.legend.antonym}</span>
          </p>
        </>
      )}
    </div>
  );
}
