import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t, texts } from '../app/i18n.ts';
import { useLazy } from '../app/lazy.tsx';
import { layout, pane } from '../app/route.ts';
import { FacetBar } from './FacetBar.tsx';
import { criteria, finishedQuery, isTyped, searchFor } from './find-state.ts';
import { GoesWith } from './GoesWith.tsx';
import { isSlow, loadMore, plan, problem, retryNow, shownResults, watchSearch } from './results.ts';
import { SearchField } from './SearchField.tsx';
import { SlotBar } from './SlotBar.tsx';
import type { WiderOffersProps } from './WiderOffers.tsx';
import { WordList } from './WordList.tsx';
import './find.css';
import './words.css';
import { addShortcuts } from '../app/keyboard.ts';
import { Pending } from '../app/notices.tsx';

/** With fewer results than this, wider searches are offered below. */
const OFFER_WIDER_BELOW = 6;

/** The search column: field, slot, facets and results. */
export function FindColumn() {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => watchSearch(() => layout.value !== 'one' || pane.value === 'find'), []);
  useEffect(() => addShortcuts([{ key: '/', run: () => document.getElementById('find-input')?.focus() }]), []);
  const focusField = () => document.getElementById('find-input')?.focus();
  const focusList = () => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  return (
    <div class="find">
      <div class="asking-head">
        <SearchField onLeaveDown={focusList} />
        <UnusedTerms />
        <SlotBar />
        {criteria.value && <FacetBar />}
      </div>
      <GoesWith />
      {plan.value ? <Results list={list} onLeaveUp={focusField} /> : <Welcome />}
    </div>
  );
}

interface ResultsProps {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly onLeaveUp: () => void;
}

function Results({ list, onLeaveUp }: ResultsProps) {
  const results = shownResults.value;
  const failed = problem.value && !results?.isCurrent ? problem.value : undefined;
  if (!results)
    return failed ? (
      <Pending problem={failed} retry={retryNow} />
    ) : (
      <div class="results" aria-busy="true">
        <p class="total aside" role="status">
          {isSlow.value && t('shell.looking')}
        </p>
      </div>
    );
  const isSettled = results.isCurrent && !failed;
  const { total, nearTotal } = results;
  // Of words in the order of their meaning all but the near ones are far, however many there are.
  const hasFewNear = isTyped.value && total >= OFFER_WIDER_BELOW && nearTotal !== null && nearTotal < OFFER_WIDER_BELOW;
  return (
    <div class="results">
      <p class="total aside" role="status">
        {isSlow.value ? t('shell.looking') : totalText(results)}
      </p>
      {results.ignored.length > 0 && (
        <p class="quiet-text">{t('find.ignored {words}', { words: results.ignored.join('、') })}</p>
      )}
      {failed && failed.code !== 'rate_limited' && <Pending problem={failed} retry={retryNow} />}
      {isSettled && hasFewNear && <Offers total={nearTotal} hints={[]} />}
      <WordList
        list={list}
        words={results.words}
        headings={headingsOf(results)}
        label={t('find.results')}
        isBusy={!isSettled}
        onLeaveUp={onLeaveUp}
        onNearEnd={() => void loadMore()}
      />
      {results.hasMore && <MoreWords count={results.words.length} />}
      {isSettled && total < OFFER_WIDER_BELOW && <Offers total={total} hints={results.hints} />}
    </div>
  );
}

const loadWiderOffers = async () => (await import('./WiderOffers.tsx')).WiderOffers;

/** Wider searches, which few searches need. */
function Offers(props: WiderOffersProps) {
  const WiderOffers = useLazy(loadWiderOffers);
  return WiderOffers ? <WiderOffers {...props} /> : <div class="wider row wrap" aria-busy="true" />;
}

/** What was typed and has no part in the search, with the reason. */
function UnusedTerms() {
  const { terms, superseded } = finishedQuery.value;
  const unfinished = terms.filter((term) => term.kind === 'unfinished');
  return (
    <>
      {unfinished.map(({ source, wants }) => (
        <p key={source} class="quiet-text">
          {t('find.unfinished {term} {hint}', { term: source, hint: t(`find.hints.${wants}`) })}
        </p>
      ))}
      {superseded.length > 0 && (
        <p class="quiet-text">
          {t('find.superseded {terms}', { terms: superseded.map(({ source }) => source).join('、') })}
        </p>
      )}
    </>
  );
}

function totalText({ total, nearTotal }: { readonly total: number; readonly nearTotal: number | null }): string {
  if (total === 0) return t('find.nothing');
  return nearTotal === null ? t('find.total {count}', { count: total }) : t('find.near {count}', { count: nearTotal });
}

/** Where words of like meaning begin behind those that are written or glossed so, and where meanings are far. */
function headingsOf({ words, exactCount, nearTotal }: NonNullable<typeof shownResults.value>): Map<number, string> {
  const headings = new Map<number, string>();
  if (exactCount > 0 && exactCount < words.length) headings.set(exactCount, t('find.alike'));
  // Words that were put first are near as well.
  if (nearTotal !== null) headings.set(Math.max(nearTotal, exactCount), t('find.far'));
  return headings;
}

/** A sentinel before the end of the list, which loads the next page when it becomes visible. */
function MoreWords({ count }: { readonly count: number }) {
  const sentinel = useRef<HTMLDivElement>(null);
  // A longer list needs a new observer, because the sentinel may still be visible.
  useEffect(() => {
    const observer = new IntersectionObserver(
      (observed) => {
        if (observed.some(({ isIntersecting }) => isIntersecting)) void loadMore();
      },
      { root: sentinel.current?.closest('.tool') ?? null, rootMargin: '800px' },
    );
    if (sentinel.current) observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [count]);
  return <div ref={sentinel} class="more-words" aria-hidden="true" />;
}

function Welcome() {
  return (
    <div class="welcome">
      <h3>{t('find.welcome')}</h3>
      <ul>
        {texts().find.examples.map(([example = '', meaning]) => (
          <li key={example}>
            <button type="button" class="example" onClick={() => searchFor(example)}>
              <span class="han">{example}</span>
              <span class="gloss aside clip">{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
