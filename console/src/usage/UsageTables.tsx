import type { Account, Usage } from '../../../client/src/client.ts';
import { nameOf, t } from '../app/i18n.ts';

type Days = Usage['days'];
type Counts = Omit<Days[number]['endpoints'][number], 'endpoint'>;

interface TableProps {
  readonly title: string;
  readonly heads: readonly string[];
  /** Each begins with what names it. */
  readonly rows: readonly (readonly [name: string, ...cells: string[]])[];
}

function Table({ title, heads, rows }: TableProps) {
  return (
    <section class="usage-part" aria-label={title}>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const rowOf = (name: string, { credits, requests, errors }: Counts) =>
  [name, credits.toLocaleString(), requests.toLocaleString(), errors.toLocaleString()] as const;

/** Requests and credits by day, the last first, and by endpoint. */
export function UsageTables({ days }: { readonly days: Days }) {
  const used = days.filter(({ requests }) => requests > 0).toReversed();
  if (used.length === 0) return <p class="quiet-text">{t('usage.nothing')}</p>;
  const counts = [t('usage.creditsShort'), t('usage.requestsShort'), t('usage.errorsShort')];
  return (
    <>
      <Table
        title={t('usage.days')}
        heads={[t('usage.day'), ...counts]}
        rows={used.map((day) => rowOf(day.day, day))}
      />
      <Table
        title={t('usage.endpoints')}
        heads={[t('usage.endpoint'), ...counts]}
        rows={sumByEndpoint(days).map(([endpoint, sum]) => rowOf(endpoint, sum))}
      />
    </>
  );
}

/** All days together, by endpoint, the dearest first. */
function sumByEndpoint(days: Days): (readonly [endpoint: string, Counts])[] {
  const sums = new Map<string, Counts>();
  for (const { endpoint, requests, credits, errors } of days.flatMap(({ endpoints }) => endpoints)) {
    const sum = sums.get(endpoint) ?? { requests: 0, credits: 0, errors: 0 };
    sums.set(endpoint, {
      requests: sum.requests + requests,
      credits: sum.credits + credits,
      errors: sum.errors + errors,
    });
  }
  return [...sums].sort(([, a], [, b]) => b.credits - a.credits || b.requests - a.requests);
}

export function LimitTable({ limits }: { readonly limits: Account['limits'] }) {
  const rates = Object.entries(limits.rates_per_minute);
  return (
    <Table
      title={t('usage.limits')}
      heads={[t('usage.perMinute'), t('usage.requestsShort')]}
      rows={[
        ...rates.map(([group, rate]) => [nameOf('usage.group', group), rate.toLocaleString()] as const),
        [t('usage.page'), t('usage.words {count}', { count: limits.max_limit })],
      ]}
    />
  );
}
