import type { Hint } from '../../../client/src/client.ts';
import { useRequest } from '../api/use-request.ts';
import { Button } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { facetLabel } from './facets.ts';
import { applyCriteria, criteria } from './find-state.ts';
import { keyOfPlan, type SearchCriteria } from './plan.ts';
import { countOf, plan } from './results.ts';
import { type Offer, searchesOfHints, widerSearches } from './wider.ts';

const MAX_OFFERS = 3;
/** Requests for counts, at most. */
const MAX_COUNT_REQUESTS = 4;

export interface WiderOffersProps {
  readonly total: number;
  /** The service's proposals, with the number of results of each. */
  readonly hints: readonly Hint[];
}

/** Wider searches with their number of results. */
export function WiderOffers({ total, hints }: WiderOffersProps) {
  const offers = useOffers(total, hints);
  if (offers === undefined) return <div class="wider row wrap" aria-busy="true" />;
  if (offers.length === 0)
    return total === 0 ? <p class="wider quiet-text row wrap">{t('find.nothingAtAll')}</p> : null;
  return (
    <div class="wider row wrap">
      {total > 0 && <p class="quiet-text">{t('find.few')}</p>}
      {offers.map(({ widening, facet, text: field, criteria: wider, count }) => (
        <Button key={`${widening} ${facet} ${field}`} class="offer" onClick={() => applyCriteria(field, wider)}>
          {t(`find.widen.${widening}`)}
          {facet && ` · ${facetLabel(facet)}`} <span class="count">{count.toLocaleString()}</span>
        </Button>
      ))}
    </div>
  );
}

/** The service's offers, whose counts came with them, else the page's own; undefined while loading. */
function useOffers(total: number, hints: readonly Hint[]): readonly Offer[] | undefined {
  const currentCriteria = criteria.value!;
  const hinted = searchesOfHints(currentCriteria, hints);
  // Equal plans have equal offers.
  const key = hinted.length > 0 || !plan.value ? undefined : `${total} ${keyOfPlan(plan.value)}`;
  const { data } = useRequest(key, async ({ signal }) => ({
    kind: 'ok',
    data: await countOffers(currentCriteria, total, signal!),
  }));
  return hinted.length > 0 ? hinted : data;
}

async function countOffers(
  currentCriteria: SearchCriteria,
  total: number,
  abortSignal: AbortSignal,
): Promise<readonly Offer[]> {
  const offers: Offer[] = [];
  for (const wider of widerSearches(currentCriteria).slice(0, MAX_COUNT_REQUESTS)) {
    const count = await countOf(wider.criteria, abortSignal);
    if (abortSignal.aborted || offers.length >= MAX_OFFERS) break;
    if (count !== undefined && count > total) offers.push({ ...wider, count });
  }
  return offers;
}
