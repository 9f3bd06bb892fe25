import type { Account, Usage } from '../../../client/src/client.ts';
import { t } from '../app/i18n.ts';
import { usageMessages } from './messages.ts';

type Days = Usage['days'];
type EndpointCounts = Days[number]['endpoints'][number];
type Counts = Omit<EndpointCounts, 'endpoint'>;

/** The charts' numbers, by day and by endpoint. */
export function UsageTables({ days }: { readonly days: Days }) {
  const text = t(usageMessages);
  const used = days.filter(({ requests }) => requests > 0).toReversed();
  const endpoints = sumByEndpoint(days);
  if (used.length === 0) return <p class="quiet-text">{text.nothing}</p>;
  return (
    <>
      <details class="usage-part">
        <summary>{text.table}</summary>
        <CountTable first={text.day} rows={used.map((day) => [day.day, day])} />
      </details>
      <section class="usage-part">
        <h3>{text.endpoints}</h3>
        <CountTable first={text.endpoint} rows={endpoints.map((row) => [row.endpoint, row])} />
      </section>
    </>
  );
}

function CountTable({
  first,
  rows,
}: {
  readonly first: string;
  readonly rows: readonly (readonly [string, Counts])[];
}) {
  const text = t(usageMessages);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{text.creditsShort}</th>
          <th scope="col">{text.requestsShort}</th>
          <th scope="col">{text.errorsShort}</th>
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
  const text = t(usageMessages);
  return (
    <section class="usage-part">
      <h3>{text.limits}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.perMinute}</th>
            <th scope="col">{text.requestsShort}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(limits.rates_per_minute).map(([group, rate]) => (
            <tr key={group}>
              <th scope="row">{text.group[group] ?? group}</th>
              <td>{rate.toLocaleString()}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{text.page}</th>
            <td>{text.words(limits.max_limit.toLocaleString())}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
