import type { WordCard as Card } from '../../../client/src/client.ts';
import { Button, SignButton } from '../app/controls.tsx';
import { language, nameOf, t } from '../app/i18n.ts';
import { PitchPicture } from '../app/PitchPicture.tsx';
import { showPane } from '../app/route.ts';
import { closeCard, navigateTo, slot } from '../app/slot.ts';
import { copyWord, insertOrCopyWord } from '../find/copy-word.ts';
import { searchFor } from '../find/find-state.ts';
import { usePartners } from '../find/GoesWith.tsx';
import { knownPartners } from '../find/goes-with.ts';
import { isHan } from '../find/query-parser.ts';
import { rhymeWith } from '../rhyme/rhyme-state.ts';
import { playTones } from '../write/player.ts';

/** Everything that is known of a word, the sound first. */
export function CardBody({ card }: { readonly card: Card }) {
  const jyutping = card.readings[0]?.jyutping ?? '';
  return (
    <>
      <p class="card-kind">
        {[nameOf('word.pos', card.pos), card.is_canto ? t('word.canto') : nameOf('word.reg', card.reg)].join(' · ')}
      </p>
      <Actions word={card.char} jyutping={jyutping} />
      <ul class="card-part readings" aria-label={t('word.readings')}>
        {card.readings.map((reading) => (
          <ReadingLine key={reading.jyutping} reading={reading} />
        ))}
      </ul>
      <Meaning card={card} />
      <OtherWords card={card} />
      <AffectTags card={card} />
      <PartnerList word={card.char} />
      <Relations card={card} />
      {jyutping !== '' && <Homophones jyutping={jyutping} />}
    </>
  );
}

const closeThen = (action: () => void) => () => {
  closeCard();
  action();
};

function findWords(text: string): void {
  showPane('find');
  searchFor(text);
}

function Actions({ word, jyutping }: { readonly word: string; readonly jyutping: string }) {
  return (
    <div class="card-actions wrap">
      {slot.value && (
        <Button
          class="primary"
          onClick={closeThen(() => insertOrCopyWord({ char: word, jyutping }))}
          text={t('word.insert')}
        />
      )}
      <Button onClick={() => void copyWord(word)} text={t('word.copy')} />
      <Button onClick={closeThen(() => findWords(`~${word}`))} text={t('word.find')} />
      <Button
        onClick={closeThen(() => {
          rhymeWith(word);
          showPane('rhyme');
        })}
        text={t('word.rhymes')}
      />
    </div>
  );
}

function ReadingLine({ reading: { jyutping, code, rhyme } }: { readonly reading: Card['readings'][number] }) {
  return (
    <li class="reading-line row">
      <SignButton
        label={t('word.play {reading}', { reading: jyutping })}
        onPress={() => playTones(jyutping)}
        sign="▶"
      />
      <span class="reading-text">{jyutping}</span>
      <PitchPicture code={code} />
      <span class="quiet-text">{code}</span>
      <span class="quiet-text">{t('word.rhymeOf {final}', { final: rhyme })}</span>
    </li>
  );
}

/** Enough to tell which sense is meant; all stand in the list of synonyms. */
const MAX_SENSE_SYNONYMS = 4;

/** The senses where there are several, in the language of the page; in Chinese else the written definition, or the gloss. */
function Meaning({ card }: { readonly card: Card }) {
  const { senses, definition, definition_zh: chinese, examples } = card;
  const isChinese = language.value === 'zh-HK';
  const hasChinese = isChinese && chinese !== undefined;
  const areTold =
    senses.length > 1 && (isChinese ? senses.every((one) => one.definition_zh !== undefined) : !hasChinese);
  if (!hasChinese && definition === '' && examples.length === 0) return null;
  return (
    <div class="card-part">
      <h3>{t('word.meaning')}</h3>
      {areTold ? (
        <ol class="senses">
          {senses.map(({ pos, jyutping, definition: english, definition_zh: inChinese, synonyms }, i) => (
            <li key={`${i} ${english}`}>
              <span class="quiet-text">{nameOf('word.pos', pos)}</span> {jyutping !== undefined && `${jyutping} `}
              {isChinese ? (inChinese ?? english) : english}
              {inChinese !== undefined && synonyms.length > 0 && (
                <span class="quiet-text han"> {synonyms.slice(0, MAX_SENSE_SYNONYMS).join('、')}</span>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <p>{hasChinese ? chinese : definition}</p>
      )}
      {examples.length > 0 && (
        <ul class="examples" aria-label={t('word.examples')}>
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

/** Words whose cards a press leads to. */
function Words({ words }: { readonly words: readonly string[] }) {
  return words.map((word) => <Button key={word} class="homophone han" onClick={() => navigateTo(word)} text={word} />);
}

/** The same word in written Chinese and in its usual spelling, and what else a typed character may mean. */
function OtherWords({ card }: { readonly card: Card }) {
  const groups = [
    [t('word.standard'), card.standard ?? []],
    [t('word.variantOf'), card.variant_of === undefined ? [] : [card.variant_of]],
    [t('word.seeAlso'), card.see_also ?? []],
  ] as const;
  return groups.map(
    ([label, words]) =>
      words.length > 0 && (
        <p key={label} class="card-part">
          <span class="quiet-text">{label}</span> <Words words={words} />
        </p>
      ),
  );
}

function AffectTags({ card: { affect } }: { readonly card: Card }) {
  const { valence, emotion, themes, themes_inferred: inferred } = affect;
  // 平 and 中 say that nothing is known to be felt.
  const affectLabels = [
    ...(emotion === '平' ? [] : [emotion]),
    ...(valence === '中' ? [] : [nameOf('word.valence', valence)]),
  ];
  if (affectLabels.length + themes.length + inferred.length === 0) return null;
  return (
    <dl class="card-part tags">
      {affectLabels.length > 0 && (
        <div>
          <dt>{t('word.feeling')}</dt>
          <dd>{affectLabels.join(' · ')}</dd>
        </div>
      )}
      {themes.length + inferred.length > 0 && (
        <div>
          <dt>{t('word.themes')}</dt>
          <dd>{[...themes, ...inferred.map((theme) => `${theme}（${t('word.inferred')}）`)].join(' · ')}</dd>
        </div>
      )}
    </dl>
  );
}

/** Words by what they are to the word; a press leads to their cards. */
function WordGroups({ groups }: { readonly groups: readonly (readonly [label: string, words: readonly string[]])[] }) {
  return (
    <dl class="partners">
      {groups.map(
        ([label, words]) =>
          words.length > 0 && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Words words={words} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What goes with the word, by how it does. */
function PartnerList({ word }: { readonly word: string }) {
  usePartners(isHan(word) ? [word] : [], 0);
  const partners = knownPartners(word) ?? [];
  if (partners.length === 0) return null;
  const byRelation = [...Map.groupBy(partners, ({ relation }) => relation)];
  return (
    <div class="card-part">
      <h3>{t('word.goesWith')}</h3>
      <WordGroups
        groups={byRelation.map(([relation, group]) => [
          t(`find.partner.${relation} {word}`, { word }),
          group.map(({ char }) => char),
        ])}
      />
    </div>
  );
}

function Relations({ card }: { readonly card: Card }) {
  const { synonyms, antonyms, relation_counts: counts } = card;
  return (
    <div class="card-part relations">
      <h3>
        {t('word.relations')}{' '}
        <small>
          {t('word.relationCounts {curated} {generated}', { curated: counts.curated, generated: counts.generated })}
        </small>
      </h3>
      {synonyms.length + antonyms.length === 0 ? (
        <p class="quiet-text">{t('word.noRelations')}</p>
      ) : (
        <WordGroups
          groups={[
            [t('word.synonyms'), synonyms],
            [t('word.antonyms'), antonyms],
          ]}
        />
      )}
    </div>
  );
}

/** Ways to what sounds like a syllable of the word. */
function Homophones({ jyutping }: { readonly jyutping: string }) {
  return (
    <div class="card-part">
      <h3>{t('word.homophones')}</h3>
      <div class="homophone-tabs wrap">
        {[...new Set(jyutping.split(' '))].map((syllable) => (
          <Button
            key={syllable}
            class="value"
            aria-label={t('word.showHomophones {reading}', { reading: syllable })}
            onClick={closeThen(() => findWords(syllable))}
            text={syllable}
          />
        ))}
      </div>
    </div>
  );
}
