import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { askOnce } from '../api/kept-answers.ts';
import type { ApiProblem } from '../api/request.ts';
import { t } from '../app/i18n.ts';
import { showPane } from '../app/route.ts';
import { openWord } from '../app/slot.ts';
import { ask } from '../find/find-state.ts';
import { CardBody } from './CardBody.tsx';
import { type Card, closeCard, trail, walkBack } from './card.ts';
import { wordMessages } from './messages.ts';
import './word.css';

/** The card of the open word, over its column. Escape closes it and gives the focus back to where it came from. */
export function WordCard() {
  const word = openWord.value;
  const cameFrom = useRef<Element | null>(null);
  const isOpen = word !== null;
  // Looked up before the card is there, as the card takes the focus as soon as it is.
  if (isOpen) cameFrom.current ??= document.activeElement;
  useLayoutEffect(() => {
    if (isOpen) return;
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    cameFrom.current = null;
  }, [isOpen]);
  return word === null ? null : <OpenCard word={word} />;
}

function OpenCard({ word }: { readonly word: string }) {
  const text = t(wordMessages);
  const { card, problem, retry } = useCard(word);
  const head = useRef<HTMLHeadingElement>(null);
  // Each word's card takes the focus once, before another key can be pressed.
  useLayoutEffect(() => head.current?.focus(), [word]);
  const before = trail.value.at(-1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeCard();
    else if (event.key === 'Backspace' && before !== undefined) walkBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // Escape and Backspace work anywhere in the card.
    <section class="card" aria-label={text.card(word)} onKeyDown={onKeyDown}>
      <header class="card-bar">
        {before !== undefined && (
          <button class="quiet" type="button" onClick={walkBack} aria-label={text.back(before)}>
            ← <span class="han">{before}</span>
          </button>
        )}
        <span class="grow" />
        <button class="quiet round" type="button" aria-label={text.close} title={text.close} onClick={closeCard}>
          ×
        </button>
      </header>
      <h2 ref={head} class="card-word han" tabIndex={-1}>
        {word}
      </h2>
      {card && <CardBody card={card} />}
      {problem && <CardProblem word={word} problem={problem} onRetry={retry} />}
    </section>
  );
}

/** The card of a word; the one before stays away at once, for it is of another word. */
function useCard(word: string) {
  const [answer, setAnswer] = useState<{ word: string; card?: Card; problem?: ApiProblem }>();
  const [attempt, setAttempt] = useState(0);
  // Another attempt asks again.
  useEffect(() => {
    const controller = new AbortController();
    const path = `/api/lexicon/word/${encodeURIComponent(word)}`;
    // Each related word costs a credit: ten of each are what a small graph can show.
    const query = { relations_limit: 10 };
    void askOnce<Card>(path, { query, signal: controller.signal }).then((given) => {
      if (controller.signal.aborted) return;
      if (given.kind === 'ok') setAnswer({ word, card: given.data });
      if (given.kind === 'problem') setAnswer({ word, problem: given.problem });
    });
    return () => controller.abort();
  }, [word, attempt]);
  const current = answer?.word === word ? answer : undefined;
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
          ask(word);
        }}
      >
        {text.searchCharacters}
      </button>
    </div>
  );
}
