import { useEffect, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import { askWish, wish } from './find-state.ts';
import { findMessages } from './messages.ts';
import { keyOfPlan, type Wish } from './plan.ts';
import { countOf, plan } from './results.ts';
import { type Wider, widerWishes } from './wider.ts';

interface Offer extends Wider {
  readonly count: number;
}

const MOST_OFFERS = 3;
/** Each count is a request: no more are made for one search. */
const MOST_REQUESTS = 4;

/** The next wider searches in one click, each with the words that it finds. */
export function WiderOffers({ found }: { readonly found: number }) {
  const text = t(findMessages);
  const offers = useOffers(found);
  if (offers === undefined) return <div class="wider" aria-busy="true" />;
  if (offers.length === 0) return found === 0 ? <p class="wider quiet-text">{text.nothingAtAll}</p> : null;
  return (
    <div class="wider">
      {found > 0 && <p class="quiet-text">{text.few}</p>}
      {offers.map(({ widening, text: field, wish: wider, count }) => (
        <button key={widening} type="button" class="offer" onClick={() => askWish(field, wider)}>
          {text.widen[widening]} <span class="count">{count.toLocaleString()}</span>
        </button>
      ))}
    </div>
  );
}

/** undefined while they are counted. */
function useOffers(found: number): readonly Offer[] | undefined {
  const [offers, setOffers] = useState<readonly Offer[] | undefined>(undefined);
  const asked = wish.value;
  const name = plan.value && keyOfPlan(plan.value);
  // The same plan has the same offers.
  useEffect(() => {
    if (!asked) return;
    const controller = new AbortController();
    setOffers(undefined);
    void countOffers(asked, found, controller.signal).then((counted) => {
      if (!controller.signal.aborted) setOffers(counted);
    });
    return () => controller.abort();
  }, [name, found]);
  return offers;
}

async function countOffers(asked: Wish, found: number, aborting: AbortSignal): Promise<readonly Offer[]> {
  const offers: Offer[] = [];
  for (const wider of widerWishes(asked).slice(0, MOST_REQUESTS)) {
    const count = await countOf(wider.wish, aborting);
    if (aborting.aborted || offers.length >= MOST_OFFERS) break;
    if (count !== undefined && count > found) offers.push({ ...wider, count });
  }
  return offers;
}
