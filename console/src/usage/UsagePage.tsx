import { useState } from 'preact/hooks';
import type { Account, Usage } from '../../../client/src/client.ts';
import { apiKey, pageProblem, request, setApiKey } from '../api/lexicon.ts';
import { useRequest } from '../api/use-request.ts';
import { Button } from '../app/controls.tsx';
import { language, nameOf, t } from '../app/i18n.ts';
import { Pending } from '../app/notices.tsx';
import './usage.css';

const USAGE_DAYS = 30;

/** The caller's own credits and requests, with a key or without one. Looking costs nothing. */
export function UsagePage() {
  // By the present key: the numbers of another one are never shown beside it.
  const account = useRequest(apiKey.value, (requestOptions) =>
    request((client, options) => client.account({}, options), { ...requestOptions, quiet: true }),
  );
  const usage = useRequest(apiKey.value, (requestOptions) =>
    request((client, options) => client.usage({ days: USAGE_DAYS }, options), { ...requestOptions, quiet: true }),
  );
  const problem = account.problem ?? usage.problem;
  const reason = REASONS[problem?.code as keyof typeof REASONS];
  const retry = () => {
    account.retry();
    usage.retry();
  };
  return (
    <div class="usage">
      <h2>{t('usage.title')}</h2>
      <KeyForm account={account.data} />
      {problem && (
        <div class="usage-problem" role="alert">
          {reason ? t(reason) : <Pending problem={problem} retry={retry} />}
        </div>
      )}
      {account.data && <Today account={account.data} />}
      {usage.data && <UsageTables days={usage.data.days} />}
      {account.data && <LimitTable limits={account.data.limits} />}
    </div>
  );
}

function KeyForm({ account }: { readonly account: Account | undefined }) {
  const [typed, setTyped] = useState('');
  const submitKey = (event: Event) => {
    event.preventDefault();
    const key = typed.trim();
    if (key === '') return;
    setTyped('');
    pageProblem.value = null;
    setApiKey(key);
  };
  if (apiKey.value !== null)
    return (
      <div class="key-row row wrap">
        <p>{account?.key ? t('usage.keyOf {name}', { name: account.key.name }) : t('usage.keyLabel')}</p>
        <Button
          onClick={() => {
            pageProblem.value = null;
            setApiKey(null);
          }}
          text={t('usage.forget')}
        />
      </div>
    );
  return (
    <form class="key-form" onSubmit={submitKey}>
      <p class="quiet-text">{t('usage.anonymous')}</p>
      <label for="key-input">{t('usage.keyLabel')}</label>
      <div class="key-row row wrap">
        <input
          id="key-input"
          type="password"
          autocomplete="off"
          spellcheck={false}
          aria-describedby="key-hint"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button class="primary" type="submit">
          {t('usage.use')}
        </button>
      </div>
      <p id="key-hint" class="quiet-text">
        {t('usage.keyHint')}
      </p>
    </form>
  );
}

/** Why there is no account to show, where asking again would not help. */
const REASONS = {
  invalid_key: 'usage.wrongKey',
  insufficient_scope: 'usage.noScope',
  not_found: 'usage.noAccounts',
} as const;

function Today({ account }: { readonly account: Account }) {
  const { quota, plan, key } = account;
  const message = t('usage.leftOf {left} {limit}', {
    left: quota.remaining.toLocaleString(),
    limit: quota.limit.toLocaleString(),
  });
  const time = new Date(quota.resets_at).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section class="usage-part">
      <h3 id="left-today">{t('usage.left')}</h3>
      <p class="left-today">{message}</p>
      <meter aria-labelledby="left-today" min={0} max={quota.limit} value={quota.remaining} low={quota.limit / 10}>
        {message}
      </meter>
      <p class="quiet-text">
        {t('usage.resets {time}', { time })} · {t('usage.plan')} {plan}
        {key && ` · ${t('usage.expires')} ${key.expires_at?.slice(0, 10) ?? t('usage.never')}`}
      </p>
    </section>
  );
}

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
function UsageTables({ days }: { readonly days: Days }) {
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

function LimitTable({ limits }: { readonly limits: Account['limits'] }) {
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
