import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiProblem } from '../api/request.ts';
import { cachedRequest } from '../api/response-cache.ts';
import { t } from '../app/i18n.ts';
import { showPane } from '../app/route.ts';
import { openWord } from '../app/slot.ts';
import { searchFor } from '../find/find-state.ts';
import { CardBody } from './CardBody.tsx';
import { type Card, closeCard, navigateBack, visitedWords } from './card.ts';
import { wordMessages } from './messages.ts';
import './word.css';

/** The card of the open word, over its column. Escape closes it and gives the focus back to where it came from. */
export function WordCard() {
  const word = openWord.value;
  const previousFocus = useRef<Element | null>(null);
  const isOpen = word !== null;
  // Looked up before the card is there, as the card takes the focus as soon as it is.
  if (isOpen) previousFocus.current ??= document.activeElement;
  useLayoutEffect(() => {
    if (isOpen) return;
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    previousFocus.current = null;
  }, [isOpen]);
  return word === null ? null : <OpenCard word={word} />;
}

function OpenCard({ word }: { readonly word: string }) {
  const text = t(wordMessages);
  const { card, problem, retry } = useCard(word);
  const heading = useRef<HTMLHeadingElement>(null);
  // Each word's card takes the focus once, before another key can be pressed.
  useLayoutEffect(() => heading.current?.focus(), [word]);
  const previousWord = visitedWords.value.at(-1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeCard();
    else if (event.key === 'Backspace' && previousWord !== undefined) navigateBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // Escape and Backspace work anywhere in the card.
    <section class="card" aria-label={text.card(word)} onKeyDown={onKeyDown}>
      <header class="card-bar">
        {previousWord !== undefined && (
          <button class="quiet" type="button" onClick={navigateBack} aria-label={text.back(previousWord)}>
            ← <span class="han">{previousWord}</span>
          </button>
        )}
        <span class="grow" />
        <button class="quiet round" type="button" aria-label={text.close} title={text.close} onClick={closeCard}>
          ×
        </button>
      </header>
      <h2 ref={heading} class="card-word han" tabIndex={-1}>
        {word}
      </h2>
      {card && <CardBody card={card} />}
      {problem && <CardProblem word={word} problem={problem} onRetry={retry} />}
    </section>
  );
}

/** The card of a word; the one before stays away at once, for it is of another word. */
function useCard(word: string) {
  const [loaded, setLoaded] = useState<{ word: string; card?: Card; problem?: ApiProblem }>();
  const [attempt, setAttempt] = useState(0);
  // Another attempt asks again.
  useEffect(() => {
    const controller = new AbortController();
    const path = `/api/lexicon/word/${encodeURIComponent(word)}`;
    // Each related word costs a credit: ten of each are what a small graph can show.
    const query = { relations_limit: 10 };
    void cachedRequest<Card>(path, { query, signal: controller.signal }).then((result) => {
      if (controller.signal.aborted) return;
      if (result.kind === 'ok') setLoaded({ word, card: result.data });
      if (result.kind === 'problem') setLoaded({ word, problem: result.problem });
    });
    return () => controller.abort();
  }, [word, attempt]);
  const current = loaded?.word === word ? loaded : undefined;
  return { card: current?.card, problem: current?.problem, retry: () => setAttempt(attempt + 1) };
}

interface CardProblemProps {
  readonly word: string;
  readonly problem: ApiProblem;
  readonly onRetry: () => void;
}

function CardProblem({ word, problem, onRetry }: CardProblemProps) {
  const text = t(wordMessages);
  if (problem.code !== 'word_not_found')
    return (
      <div class="card-part">
        <p>{text.failed}</p>
        <button type="button" onClick={onRetry}>
          {text.retry}
        </button>
      </div>
    );
  return (
    <div class="card-part">
      <p>{text.unknown(word)}</p>
      <button
        type="button"
        onClick={() => {
          closeCard();
          showPane('find');
          searchFor(word);
        }}
      >
        {text.searchCharacters}
      </button>
    </div>
  );
}
