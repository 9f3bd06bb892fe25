import { useState } from 'preact/hooks';
import type { Account } from '../../../client/src/client.ts';
import { type ApiProblem, apiKey, pageProblem, request, setApiKey } from '../api/lexicon.ts';
import { useRequest } from '../api/use-request.ts';
import { language, t } from '../app/i18n.ts';
import { DayChart } from './DayChart.tsx';
import { usageMessages } from './messages.ts';
import { LimitTable, UsageTables } from './UsageTables.tsx';
import './usage.css';

const USAGE_DAYS = 30;

/** The caller's own credits and requests, with a key or without one. Looking costs nothing. */
export function UsagePage() {
  const text = t(usageMessages);
  const { account, usage, problem, retry } = useUsage();
  return (
    <div class="usage">
      <h2>{text.title}</h2>
      <KeyForm account={account} />
      {problem && <ProblemNotice problem={problem} onRetry={retry} />}
      {account && <Today account={account} />}
      {usage && (
        <>
          <div class="charts">
            <DayChart title={text.credits} days={usage.days} value={({ credits }) => credits} />
            <DayChart title={text.requests} days={usage.days} value={({ requests }) => requests} />
          </div>
          <UsageTables days={usage.days} />
        </>
      )}
      {account && <LimitTable limits={account.limits} />}
    </div>
  );
}

function KeyForm({ account }: { readonly account: Account | undefined }) {
  const text = t(usageMessages);
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
      <div class="key-row">
        <p>{account?.key ? text.keyOf(account.key.name) : text.keyLabel}</p>
        <button
          type="button"
          onClick={() => {
            pageProblem.value = null;
            setApiKey(null);
          }}
        >
          {text.forget}
        </button>
      </div>
    );
  return (
    <form class="key-form" onSubmit={submitKey}>
      <p class="quiet-text">{text.anonymous}</p>
      <label for="key-input">{text.keyLabel}</label>
      <div class="key-row">
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
          {text.use}
        </button>
      </div>
      <p id="key-hint" class="quiet-text">
        {text.keyHint}
      </p>
    </form>
  );
}

function ProblemNotice({ problem, onRetry }: { readonly problem: ApiProblem; readonly onRetry: () => void }) {
  const text = t(usageMessages);
  const messages: Readonly<Record<string, string>> = {
    invalid_key: text.wrongKey,
    insufficient_scope: text.noScope,
    not_found: text.noAccounts,
  };
  const message = messages[problem.code];
  return (
    <p class="usage-problem" role="alert">
      {message ?? text.failed}{' '}
      {message === undefined && (
        <button type="button" onClick={onRetry}>
          {text.retry}
        </button>
      )}
    </p>
  );
}

function Today({ account }: { readonly account: Account }) {
  const text = t(usageMessages);
  const { quota, plan, key } = account;
  const message = text.leftOf(quota.remaining.toLocaleString(), quota.limit.toLocaleString());
  const time = new Date(quota.resets_at).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section class="usage-part">
      <h3 id="left-today">{text.left}</h3>
      <p class="left-today">{message}</p>
      <meter aria-labelledby="left-today" min={0} max={quota.limit} value={quota.remaining} low={quota.limit / 10}>
        {message}
      </meter>
      <p class="quiet-text">
        {text.resets(time)} · {text.plan} {plan}
        {key && ` · ${text.expires} ${key.expires_at?.slice(0, 10) ?? text.never}`}
      </p>
    </section>
  );
}

/** Account and usage of the present key; those of another one are never shown beside it. */
function useUsage() {
  const account = useRequest(apiKey.value, (signal) =>
    request((client, options) => client.account({}, options), { signal, quiet: true }),
  );
  const usage = useRequest(apiKey.value, (signal) =>
    request((client, options) => client.usage({ days: USAGE_DAYS }, options), { signal, quiet: true }),
  );
  const retry = () => {
    account.retry();
    usage.retry();
  };
  return { account: account.data, usage: usage.data, problem: account.problem ?? usage.problem, retry };
}
