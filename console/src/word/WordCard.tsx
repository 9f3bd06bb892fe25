import { useLayoutEffect, useRef } from 'preact/hooks';
import { request } from '../api/lexicon.ts';
import { useRequest } from '../api/use-request.ts';
import { Button, SignButton } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { closeWithEscape } from '../app/keyboard.ts';
import { useLazy } from '../app/lazy.tsx';
import { Pending } from '../app/notices.tsx';
import { showPane } from '../app/route.ts';
import { cards, closeCard, navigateBack } from '../app/slot.ts';
import { searchFor } from '../find/find-state.ts';
import './word.css';

/** The card of the open word, over its column. */
export function WordCard() {
  const word = cards.value.at(-1);
  return word === undefined ? null : <OpenCard word={word} />;
}

const loadCardBody = async () => (await import('./CardBody.tsx')).CardBody;

function OpenCard({ word }: { readonly word: string }) {
  // Each related word costs a credit: ten of each are what a small graph can show.
  const parameters = { text: word, relations_limit: 10 };
  const { data: card, ...pending } = useRequest(word, (requestOptions) =>
    request((client, options) => client.word(parameters, options), requestOptions),
  );
  const CardBody = useLazy(loadCardBody);
  const heading = useRef<HTMLHeadingElement>(null);
  // Each word's card takes the focus once, before another key can be pressed.
  useLayoutEffect(() => heading.current?.focus(), [word]);
  const previousWord = cards.value.at(-2);
  useLayoutEffect(() => closeWithEscape(closeCard), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || previousWord === undefined) return;
    navigateBack();
    event.preventDefault();
  };
  return (
    // Backspace works anywhere in the card.
    <section class="card" aria-label={t('word.card {word}', { word })} onKeyDown={onKeyDown}>
      <header class="card-bar row">
        {previousWord !== undefined && (
          <Button class="quiet" onClick={navigateBack} aria-label={t('word.back {word}', { word: previousWord })}>
            ← <span class="han">{previousWord}</span>
          </Button>
        )}
        <span class="grow" />
        <SignButton label={t('word.close')} onPress={closeCard} sign="×" />
      </header>
      <h2 ref={heading} class="card-word han" tabIndex={-1}>
        {word}
      </h2>
      {card && CardBody && <CardBody card={card} />}
      {pending.problem?.code === 'word_not_found' ? <UnknownWord word={word} /> : <Pending {...pending} />}
    </section>
  );
}

function UnknownWord({ word }: { readonly word: string }) {
  return (
    <div class="card-part">
      <p>{t('word.unknown {word}', { word })}</p>
      <Button
        onClick={() => {
          closeCard();
          showPane('find');
          searchFor(word);
        }}
        text={t('word.searchCharacters')}
      />
    </div>
  );
}
