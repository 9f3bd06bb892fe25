import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  CallOptions,
  Entry,
  LexiconClient,
  RhymeClose,
  RhymeCloseParameters,
} from '../../../client/src/client.ts';
import { FINALS } from '../../../src/cantonese/jyutping.ts';
import { request } from '../api/lexicon.ts';
import { useRequest } from '../api/use-request.ts';
import { Button, Choice, SignButton } from '../app/controls.tsx';
import { nameOf, t } from '../app/i18n.ts';
import { Pending } from '../app/notices.tsx';
import { layout, pane } from '../app/route.ts';
import { slot } from '../app/slot.ts';
import { showsVulgar, toggleVulgar } from '../find/find-state.ts';
import { WordList } from '../find/WordList.tsx';
import { fitOf } from '../find/WordRow.tsx';
import { isLoose, lengths, levelsFor, reference, rhymeWith, toggleLength, typedReference } from './rhyme-state.ts';
import './rhyme.css';

/** A search costs five credits: it waits until the writer has settled. */
const DEBOUNCE_MS = 450;
const LENGTHS = [1, 2, 3, 4] as const;

/** Endings that rhyme, grouped by pitch with the highest first; the last note of the line chooses among the groups. */
export function RhymePanel() {
  const referenceText = reference.value.trim();
  const { last: rhymes, data, ...pending } = useRhymes(referenceText);
  // Within a line a word is put where the cursor is: how high the last note lies says nothing of it.
  const melodyEnd = slot.value?.endsLine ? slot.value.melodyEnd : null;
  const levels = levelsFor(melodyEnd);
  const query = queryFor(referenceText);
  const groups = useRef<HTMLDivElement>(null);
  // The group that fits the last note comes into sight by itself; other rhymes have other groups.
  useEffect(() => {
    if (levels.length > 0) groups.current?.querySelector('.rhyme-group.fitting')?.scrollIntoView({ block: 'nearest' });
  }, [levels.join(), rhymes]);
  return (
    <div class="rhyme">
      <div class="asking-head">
        <Field />
        <div class="rhyme-options row wrap">
          <Choice isChosen={isLoose.value} onToggle={() => (isLoose.value = !isLoose.value)} text={t('rhyme.loose')} />
          <Choice
            isChosen={showsVulgar.value}
            title={t('find.vulgarHint')}
            onToggle={toggleVulgar}
            text={t('find.vulgar')}
          />
          <fieldset class="facet-values rhyme-lengths wrap" aria-label={t('rhyme.lengths')}>
            {LENGTHS.map((length) => (
              <Choice
                key={length}
                isChosen={lengths.value.includes(length)}
                onToggle={() => toggleLength(length)}
                text={t('rhyme.length {count}', { count: length })}
              />
            ))}
          </fieldset>
        </div>
        <p class="quiet-text rhyme-told" role="status">
          {rhymes && referenceText !== '' ? t('rhyme.used {finals}', { finals: rhymes.rhymes_used.join(' ') }) : ''}
          {melodyEnd && rhymes ? ` · ${t(`rhyme.melody.${melodyEnd}`)}` : ''}
        </p>
      </div>
      {referenceText === '' && <p class="rhyme-empty quiet-text">{t('rhyme.start')}</p>}
      <Pending {...pending} isSlow={pending.isSlow && !rhymes} />
      {referenceText !== '' && rhymes && rhymes.total > 0 && (
        <div ref={groups} class="rhyme-groups" aria-busy={!data && !pending.problem}>
          {rhymes.groups.map((group) => (
            <Group
              key={`${JSON.stringify(query)} ${group.end_tone}`}
              group={group}
              query={query}
              isFitting={
                levels.includes(group.pitch_level) && !group.words.some((word) => fitOf(word, slot.value) === 'clashes')
              }
            />
          ))}
        </div>
      )}
      {referenceText !== '' && data?.total === 0 && (
        <div class="rhyme-empty">
          <p>{t('rhyme.none {reference}', { reference: referenceText })}</p>
          {!isLoose.value && <Button class="offer" onClick={() => (isLoose.value = true)} text={t('rhyme.widen')} />}
        </div>
      )}
    </div>
  );
}

function Field() {
  return (
    <div class="find-box">
      <input
        class="han"
        type="text"
        aria-label={t('rhyme.field')}
        placeholder={t('rhyme.placeholder')}
        autocomplete="off"
        spellcheck={false}
        enterkeyhint="search"
        value={reference.value}
        onInput={(event) => {
          if (!event.isComposing) rhymeWith(event.currentTarget.value);
        }}
        onCompositionEnd={(event) => rhymeWith(event.currentTarget.value)}
      />
      {typedReference.value !== null && (
        <SignButton label={t('find.clear')} onPress={() => (typedReference.value = null)} sign="×" />
      )}
    </div>
  );
}

function queryFor(referenceText: string): RhymeCloseParameters {
  const chosen = [...lengths.value].sort((a, b) => a - b);
  return {
    rhyme_char: referenceText,
    limit: 30,
    ...(isLoose.value ? { loose: true } : {}),
    ...(chosen.length > 0 ? { length: chosen } : {}),
    ...(showsVulgar.value ? {} : { vulgar: false }),
  };
}

/** The reference for the service, which takes no finals: for a final (oi), the most popular character with it and its reading. */
async function characterFor(referenceText: string, client: LexiconClient, options: CallOptions): Promise<string> {
  const final = referenceText.toLowerCase();
  if (!FINALS.includes(final)) return referenceText;
  const { words } = await client.search({ rhyme: final, length: 1, limit: 1 }, options);
  return words[0] ? `${words[0].char}:${words[0].jyutping}` : referenceText;
}

function useRhymes(referenceText: string) {
  const query = queryFor(referenceText);
  const isWanted = referenceText !== '' && (layout.value !== 'one' || pane.value === 'rhyme');
  return useRequest(
    isWanted ? JSON.stringify(query) : undefined,
    (requestOptions) =>
      request(async (client, options) => {
        const rhyme_char = await characterFor(referenceText, client, options);
        return await client.rhymeClose({ ...query, rhyme_char }, options);
      }, requestOptions),
    DEBOUNCE_MS,
  );
}

interface GroupProps {
  readonly group: RhymeClose['groups'][number];
  /** The panel's query, from which further words of the group are requested. */
  readonly query: RhymeCloseParameters;
  readonly isFitting: boolean;
}

function Group({ group, query, isFitting }: GroupProps) {
  const list = useRef<HTMLOListElement>(null);
  const [added, setAdded] = useState<readonly Entry[]>([]);
  const words = [...group.words, ...added];
  const remainingCount = group.count - words.length;
  const level = nameOf('rhyme.level', group.pitch_level);
  const title = t('rhyme.group {level} {tone} {count}', { level, tone: group.end_tone, count: group.count });

  const showMore = async () => {
    const moreQuery = { ...query, end_tone: group.end_tone, offset: words.length, limit: 100 };
    const result = await request((client, options) => client.rhymeClose(moreQuery, options));
    if (result.kind === 'ok') setAdded([...added, ...(result.data.groups[0]?.words ?? [])]);
  };
  return (
    <section class={isFitting ? 'rhyme-group fitting' : 'rhyme-group'} aria-label={title}>
      <h3 class={`rhyme-title level-${group.pitch_level}`}>
        {title}
        {isFitting && <span class="rhyme-fits">{t('rhyme.fits')}</span>}
      </h3>
      <WordList list={list} words={words} label={title} />
      {remainingCount > 0 && (
        <Button
          class="quiet rhyme-more"
          onClick={() => void showMore()}
          text={t('rhyme.more {count}', { count: remainingCount })}
        />
      )}
    </section>
  );
}
