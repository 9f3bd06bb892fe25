import { t } from '../app/i18n.ts';
import { type Account, type Counts, sumByEndpoint, type UsageDay } from './account.ts';
import { usageMessages } from './messages.ts';

/** The charts' numbers, by day and by endpoint. */
export function UsageTables({ days }: { readonly days: readonly UsageDay[] }) {
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
