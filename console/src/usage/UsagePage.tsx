import { useState } from 'preact/hooks';
import type { Account } from '../../../client/src/client.ts';
import { apiKey, pageProblem, request, setApiKey } from '../api/lexicon.ts';
import { useRequest } from '../api/use-request.ts';
import { language, t } from '../app/i18n.ts';
import { Pending } from '../app/notices.tsx';
import { LimitTable, UsageTables } from './UsageTables.tsx';
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
        <button
          type="button"
          onClick={() => {
            pageProblem.value = null;
            setApiKey(null);
          }}
        >
          {t('usage.forget')}
        </button>
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
