import { useEffect, useState } from 'preact/hooks';
import { askOnce, isKept } from '../api/kept-answers.ts';
import type { ApiProblem } from '../api/request.ts';
import { t } from '../app/i18n.ts';
import { pane } from '../app/route.ts';
import { slot } from '../app/slot.ts';
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
const SETTLED = 450;
const LENGTHS = [1, 2, 3, 4] as const;

/** Endings that rhyme, grouped by pitch with the highest first; the last note of the line chooses among the groups. */
export function RhymePanel() {
  const text = t(rhymeMessages);
  const wanted = reference.value.trim();
  const { rhymes, problem, isCurrent, retry } = useRhymes(wanted);
  const end = slot.value?.melodyEnd ?? null;
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
          {rhymes && wanted !== '' ? text.used(rhymes.rhymes_used.join(' ')) : text.cost}
          {end && rhymes ? ` · ${text.melody[end]}` : ''}
        </p>
      </div>
      {wanted === '' && <p class="rhyme-empty quiet-text">{text.start}</p>}
      {problem && problem.code !== 'rate_limited' && (
        <p class="rhyme-empty">
          {text.failed}{' '}
          <button type="button" onClick={retry}>
            {text.retry}
          </button>
        </p>
      )}
      {wanted !== '' && rhymes && rhymes.total > 0 && (
        <RhymeGroups rhymes={rhymes} query={queryFor(wanted)} levels={levelsFor(end)} isBusy={!isCurrent} />
      )}
      {wanted !== '' && isCurrent && rhymes?.total === 0 && <Nothing wanted={wanted} />}
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

function Nothing({ wanted }: { readonly wanted: string }) {
  const text = t(rhymeMessages);
  return (
    <div class="rhyme-empty">
      <p>{text.none(wanted)}</p>
      {!isLoose.value && (
        <button type="button" class="offer" onClick={() => (isLoose.value = true)}>
          {text.widen}
        </button>
      )}
    </div>
  );
}

function queryFor(wanted: string) {
  const kept = [...lengths.value].sort((a, b) => a - b).join(',');
  return { rhyme_char: wanted, loose: isLoose.value || undefined, length: kept, limit: 30 };
}

const onPhone = matchMedia('(max-width: 860px)');

function useRhymes(wanted: string) {
  const [answer, setAnswer] = useState<{ key: string; rhymes?: Rhymes; problem?: ApiProblem }>();
  const [attempt, setAttempt] = useState(0);
  const query = queryFor(wanted);
  const key = JSON.stringify(query);
  const isSeen = !onPhone.matches || pane.value === 'rhyme';
  // The key holds the query.
  useEffect(() => {
    if (wanted === '' || !isSeen) return;
    const controller = new AbortController();
    const begin = async () => {
      const given = await askOnce<Rhymes>(RHYME_PATH, { query, signal: controller.signal });
      if (controller.signal.aborted || given.kind === 'aborted') return;
      if (given.kind === 'ok') setAnswer({ key, rhymes: given.data });
      else {
        setAnswer((last) => ({ ...last, key, problem: given.problem }));
        const { code, retryAfter = 10 } = given.problem;
        if (code === 'rate_limited') timer = setTimeout(begin, retryAfter * 1000);
      }
    };
    let timer = setTimeout(begin, isKept(RHYME_PATH, { query }) ? 0 : SETTLED);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, attempt, isSeen]);
  return {
    rhymes: answer?.rhymes,
    problem: answer?.key === key ? answer.problem : undefined,
    isCurrent: answer?.key === key,
    retry: () => setAttempt(attempt + 1),
  };
}
