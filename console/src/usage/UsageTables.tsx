import type { Account, Usage } from '../../../client/src/client.ts';
import { nameOf, t } from '../app/i18n.ts';

type Days = Usage['days'];
type EndpointCounts = Days[number]['endpoints'][number];
type Counts = Omit<EndpointCounts, 'endpoint'>;

/** Requests and credits by day, the last first, and by endpoint. */
export function UsageTables({ days }: { readonly days: Days }) {
  const used = days.filter(({ requests }) => requests > 0).toReversed();
  if (used.length === 0) return <p class="quiet-text">{t('usage.nothing')}</p>;
  return (
    <>
      <CountTable title={t('usage.days')} first={t('usage.day')} rows={used.map((day) => [day.day, day])} />
      <CountTable
        title={t('usage.endpoints')}
        first={t('usage.endpoint')}
        rows={sumByEndpoint(days).map((row) => [row.endpoint, row])}
      />
    </>
  );
}

interface CountTableProps {
  readonly title: string;
  readonly first: string;
  readonly rows: readonly (readonly [string, Counts])[];
}

function CountTable({ title, first, rows }: CountTableProps) {
  return (
    <section class="usage-part" aria-label={title}>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{t('usage.creditsShort')}</th>
            <th scope="col">{t('usage.requestsShort')}</th>
            <th scope="col">{t('usage.errorsShort')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { credits, requests, errors }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{credits.toLocaleString()}</td>
              <td>{requests.toLocaleString()}</td>
              <td>{errors.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** All days together, by endpoint, the dearest first. */
function sumByEndpoint(days: Days): EndpointCounts[] {
  const sums = new Map<string, Counts>();
  for (const { endpoints } of days) {
    for (const { endpoint, requests, credits, errors } of endpoints) {
      const sum = sums.get(endpoint) ?? { requests: 0, credits: 0, errors: 0 };
      sums.set(endpoint, {
        requests: sum.requests + requests,
        credits: sum.credits + credits,
        errors: sum.errors + errors,
      });
    }
  }
  return [...sums]
    .map(([endpoint, counts]) => ({ endpoint, ...counts }))
    .sort((a, b) => b.credits - a.credits || b.requests - a.requests);
}

export function LimitTable({ limits }: { readonly limits: Account['limits'] }) {
  return (
    <section class="usage-part">
      <h3>{t('usage.limits')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('usage.perMinute')}</th>
            <th scope="col">{t('usage.requestsShort')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(limits.rates_per_minute).map(([group, rate]) => (
            <tr key={group}>
              <th scope="row">{nameOf('usage.group', group)}</th>
              <td>{rate.toLocaleString()}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('usage.page')}</th>
            <td>{t('usage.words {count}', { count: limits.max_limit })}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
