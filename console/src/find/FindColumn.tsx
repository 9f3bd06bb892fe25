import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../app/controls.tsx';
import { t, texts } from '../app/i18n.ts';
import { useLazy } from '../app/lazy.tsx';
import { layout, pane } from '../app/route.ts';
import { FacetBar } from './FacetBar.tsx';
import { finishedQuery, isTyped, searchFor, selections } from './find-state.ts';
import { GoesWith, isOverWords } from './GoesWith.tsx';
import { unusedForOpposites } from './plan.ts';
import { type FoundWords, plan, type Search, useSearch } from './results.ts';
import { SearchField } from './SearchField.tsx';
import { SlotBar } from './SlotBar.tsx';
import type { WiderOffersProps } from './WiderOffers.tsx';
import { WordList } from './WordList.tsx';
import './find.css';
import './words.css';
import { addShortcuts } from '../app/keyboard.ts';
import { Pending } from '../app/notices.tsx';

/** Number of results below which wider searches are offered. */
const OFFER_WIDER_BELOW = 6;

/** The search column: field, slot, facets and results. */
export function FindColumn() {
  const list = useRef<HTMLOListElement>(null);
  const search = useSearch(layout.value !== 'one' || pane.value === 'find');
  useEffect(() => addShortcuts([{ key: '/', run: focusField }]), []);
  const focusList = () => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  return (
    <div class="find">
      <div class="asking-head">
        <SearchField onLeaveDown={focusList} />
        <UnusedTerms />
        <SlotBar />
        {plan.value && plan.value.via !== 'antonyms' && <FacetBar facets={search.last?.facets ?? {}} />}
      </div>
      <div onPointerEnter={() => (isOverWords.value = true)} onPointerLeave={() => (isOverWords.value = false)}>
        <GoesWith />
        {plan.value ? <Results list={list} search={search} /> : <Welcome />}
      </div>
    </div>
  );
}

const focusField = () => document.getElementById('find-input')?.focus();

function Results({ list, search }: { readonly list: RefObject<HTMLOListElement | null>; readonly search: Search }) {
  const { last: results, data, problem, isSlow, retry, loadMore } = search;
  if (!results)
    return problem ? (
      <Pending problem={problem} retry={retry} />
    ) : (
      <div class="results" aria-busy="true">
        <p class="total aside" role="status">
          {isSlow && t('shell.looking')}
        </p>
      </div>
    );
  const isSettled = data !== undefined && !problem;
  const { total, nearTotal } = results;
  // Of words in the order of their meaning all but the near ones are far, however many there are.
  const hasFewNear = isTyped.value && total >= OFFER_WIDER_BELOW && nearTotal !== null && nearTotal < OFFER_WIDER_BELOW;
  return (
    <div class="results">
      <p class="total aside" role="status">
        {isSlow ? t('shell.looking') : !problem && totalText(results)}
      </p>
      {results.ignored.length > 0 && (
        <p class="quiet-text">{t('find.ignored {words}', { words: results.ignored.join('、') })}</p>
      )}
      {problem && problem.code !== 'rate_limited' && <Pending problem={problem} retry={retry} />}
      {isSettled && hasFewNear && <Offers total={nearTotal} hints={[]} />}
      <WordList
        list={list}
        words={results.words}
        headings={headingsOf(results)}
        label={t('find.results')}
        isBusy={!isSettled}
        onLeaveUp={focusField}
        onNearEnd={() => void loadMore()}
      />
      {results.next !== null && <MoreWords words={results.words} onReach={() => void loadMore()} />}
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

/** Terms typed that are not part of the search, with the reason. */
function UnusedTerms() {
  const { terms, superseded } = finishedQuery.value;
  const unfinished = terms.filter((term) => term.kind === 'unfinished');
  const notForOpposites = unusedForOpposites(finishedQuery.value, selections.value);
  return (
    <>
      {unfinished.map(({ source, wants }) => (
        <p key={source} class="quiet-text">
          {t('find.unfinished {term} {hint}', { term: source, hint: t(`find.hints.${wants}`) })}
        </p>
      ))}
      {notForOpposites.length > 0 && (
        <p class="quiet-text">{t('find.notForOpposites {terms}', { terms: notForOpposites.join('、') })}</p>
      )}
      {superseded.length > 0 && (
        <p class="quiet-text">
          {t('find.superseded {terms}', { terms: superseded.map(({ source }) => source).join('、') })}
        </p>
      )}
    </>
  );
}

function totalText({ total, nearTotal }: FoundWords): string {
  if (total === 0) return t('find.nothing');
  return nearTotal === null ? t('find.total {count}', { count: total }) : t('find.near {count}', { count: nearTotal });
}

/** Headings by the index of the word below: one after the exact words, one after the words near in meaning. */
function headingsOf({ words, exactCount, nearTotal }: FoundWords): Map<number, string> {
  const headings = new Map<number, string>();
  if (exactCount > 0 && exactCount < words.length) headings.set(exactCount, t('find.alike'));
  // Words that were put first are near as well.
  if (nearTotal !== null) headings.set(Math.max(nearTotal, exactCount), t('find.far'));
  return headings;
}

/** A sentinel before the end of the list, which loads the next page when it becomes visible. */
function MoreWords({ words, onReach }: { readonly words: readonly unknown[]; readonly onReach: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null);
  // Other words need a new observer, because the sentinel may still be visible.
  useEffect(() => {
    const observer = new IntersectionObserver(
      (observed) => {
        if (observed.some(({ isIntersecting }) => isIntersecting)) onReach();
      },
      { root: sentinel.current?.closest('.tool') ?? null, rootMargin: '800px' },
    );
    if (sentinel.current) observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [words]);
  return <div ref={sentinel} class="more-words" aria-hidden="true" />;
}

function Welcome() {
  return (
    <div class="welcome">
      <h3>{t('find.welcome')}</h3>
      <ul>
        {texts().find.examples.map(([example = '', meaning]) => (
          <li key={example}>
            <Button class="example" onClick={() => searchFor(example)}>
              <span class="han">{example}</span>
              <span class="gloss aside clip">{meaning}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
