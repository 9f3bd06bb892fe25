import { useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from '../api/request.ts';
import { cachedRequest, isCached } from '../api/response-cache.ts';
import { t } from '../app/i18n.ts';
import { layout } from '../app/layout.ts';
import { pane } from '../app/route.ts';
import { slot } from '../app/slot.ts';
import { showsVulgar, toggleVulgar } from '../find/find-state.ts';
import { findMessages } from '../find/messages.ts';
import { rhymeMessages } from './messages.ts';
import { RhymeGroups } from './RhymeGroups.tsx';
import {
  isLoose,
  lengths,
  levelsFor,
  RHYME_PATH,
  type Rhymes,
  reference,
  rhymeWith,
  toggleLength,
  typedReference,
} from './rhyme-state.ts';
import './rhyme.css';

/** A search costs five credits: it waits until the writer has settled. */
const DEBOUNCE_MS = 450;
const LENGTHS = [1, 2, 3, 4] as const;

/** Endings that rhyme, grouped by pitch with the highest first; the last note of the line chooses among the groups. */
export function RhymePanel() {
  const text = t(rhymeMessages);
  const referenceText = reference.value.trim();
  const { rhymes, problem, isCurrent, retry } = useRhymes(referenceText);
  const melodyEnd = slot.value?.melodyEnd ?? null;
  return (
    <div class="rhyme">
      <div class="asking-head">
        <Field />
        <div class="rhyme-options">
          <button
            type="button"
            class="value"
            aria-pressed={isLoose.value}
            onClick={() => (isLoose.value = !isLoose.value)}
          >
            {text.loose}
          </button>
          <button
            type="button"
            class="value"
            aria-pressed={showsVulgar.value}
            title={t(findMessages).vulgarHint}
            onClick={toggleVulgar}
          >
            {t(findMessages).vulgar}
          </button>
          <fieldset class="facet-values rhyme-lengths" aria-label={text.lengths}>
            {LENGTHS.map((length) => (
              <button
                key={length}
                type="button"
                class="value"
                aria-pressed={lengths.value.includes(length)}
                onClick={() => toggleLength(length)}
              >
                {text.length(length)}
              </button>
            ))}
          </fieldset>
        </div>
        <p class="quiet-text rhyme-told" role="status">
          {rhymes && referenceText !== '' ? text.used(rhymes.rhymes_used.join(' ')) : text.cost}
          {melodyEnd && rhymes ? ` · ${text.melody[melodyEnd]}` : ''}
        </p>
      </div>
      {referenceText === '' && <p class="rhyme-empty quiet-text">{text.start}</p>}
      {problem && problem.code !== 'rate_limited' && (
        <p class="rhyme-empty">
          {text.failed}{' '}
          <button type="button" onClick={retry}>
            {text.retry}
          </button>
        </p>
      )}
      {referenceText !== '' && rhymes && rhymes.total > 0 && (
        <RhymeGroups
          rhymes={rhymes}
          query={queryFor(referenceText)}
          levels={levelsFor(melodyEnd)}
          isBusy={!isCurrent}
        />
      )}
      {referenceText !== '' && isCurrent && rhymes?.total === 0 && <Nothing referenceText={referenceText} />}
    </div>
  );
}

function Field() {
  const text = t(rhymeMessages);
  return (
    <div class="find-box">
      <input
        class="han"
        type="text"
        aria-label={text.field}
        placeholder={text.placeholder}
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
        <button class="quiet round" type="button" aria-label="×" onClick={() => (typedReference.value = null)}>
          ×
        </button>
      )}
    </div>
  );
}

function Nothing({ referenceText }: { readonly referenceText: string }) {
  const text = t(rhymeMessages);
  return (
    <div class="rhyme-empty">
      <p>{text.none(referenceText)}</p>
      {!isLoose.value && (
        <button type="button" class="offer" onClick={() => (isLoose.value = true)}>
          {text.widen}
        </button>
      )}
    </div>
  );
}

function queryFor(referenceText: string) {
  const vulgar = showsVulgar.value ? undefined : false;
  const lengthList = [...lengths.value].sort((a, b) => a - b).join(',');
  return { rhyme_char: referenceText, loose: isLoose.value || undefined, length: lengthList, vulgar, limit: 30 };
}

function useRhymes(referenceText: string) {
  const [loaded, setLoaded] = useState<{ key: string; rhymes?: Rhymes; problem?: ApiProblem }>();
  const [attempt, setAttempt] = useState(0);
  const query = queryFor(referenceText);
  const key = JSON.stringify(query);
  const isVisible = layout.value !== 'one' || pane.value === 'rhyme';
  // The key holds the query.
  useEffect(() => {
    if (referenceText === '' || !isVisible) return;
    const controller = new AbortController();
    const fetchRhymes = async () => {
      const result = await cachedRequest<Rhymes>(RHYME_PATH, { query, signal: controller.signal });
      if (controller.signal.aborted || result.kind === 'aborted') return;
      if (result.kind === 'ok') setLoaded({ key, rhymes: result.data });
      else {
        setLoaded((last) => ({ ...last, key, problem: result.problem }));
        const { code, retryAfter = 10 } = result.problem;
        if (code === 'rate_limited') timer = setTimeout(fetchRhymes, retryAfter * 1000);
      }
    };
    let timer = setTimeout(fetchRhymes, isCached(RHYME_PATH, { query }) ? 0 : DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, attempt, isVisible]);
  return {
    rhymes: loaded?.rhymes,
    problem: loaded?.key === key ? loaded.problem : undefined,
    isCurrent: loaded?.key === key,
    retry: () => setAttempt(attempt + 1),
  };
}
