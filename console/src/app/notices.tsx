import { useEffect, useState } from 'preact/hooks';
import { type ApiProblem, pageProblem } from '../api/lexicon.ts';
import { Button } from './controls.tsx';
import { t } from './i18n.ts';
import { dismissToast, toasts } from './toasts.ts';

/** The current problem of the page and what to do about it. A rate limit shows a countdown. */
export function PageNotice() {
  const problem = pageProblem.value;
  const secondsLeft = useCountdown(
    problem?.code === 'rate_limited' ? problem.since + (problem.retryAfter ?? 5) * 1000 : 0,
  );
  if (!problem || (problem.code === 'rate_limited' && secondsLeft <= 0))
    return <div class="notice-place" role="status" />;
  return (
    <div class="notice-place" role="status">
      <p class="notice row">
        {problemText(problem.code, secondsLeft)}
        <Button class="quiet" onClick={() => (pageProblem.value = null)} text={t('shell.dismiss')} />
      </p>
    </div>
  );
}

/** Seconds until a time in milliseconds since the epoch, updated every second; 0 when it has passed. */
function useCountdown(untilMs: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (untilMs <= Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [untilMs]);
  return Math.max(0, Math.ceil((untilMs - Math.max(now, Date.now())) / 1000));
}

interface PendingProps {
  readonly problem: ApiProblem | undefined;
  readonly isSlow?: boolean;
  readonly retry: () => void;
}

/** In place of an answer: why there is none and a way to ask again, or that it is looked for. */
export function Pending({ problem, isSlow = false, retry }: PendingProps) {
  if (!problem) return isSlow ? <p class="pending quiet-text">{t('shell.looking')}</p> : null;
  return (
    <p class="pending row wrap">
      <PartProblem problem={problem} />
      <Button data-item onClick={retry} text={t('shell.retry')} />
    </p>
  );
}

/** The problem of one part of the page; nothing where the page's own notice says it already. */
export function PartProblem({ problem: { code, retryAfter = 10 } }: { readonly problem: ApiProblem }) {
  return pageProblem.value?.code === code ? null : <span>{problemText(code, retryAfter)} </span>;
}

/** A problem in the page's language, and what to do about it; the service's own texts are for developers. */
function problemText(code: string, retryAfterSeconds: number): string {
  switch (code) {
    case 'rate_limited':
      return t('shell.problems.rate_limited {seconds}', { seconds: retryAfterSeconds });
    case 'quota_exhausted':
    case 'invalid_key':
    case 'insufficient_scope':
    case 'network_failed':
      return t(`shell.problems.${code}`);
    default:
      return t('shell.problems.other');
  }
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text: message, undo }) => (
        <div key={id} class="toast row">
          <span>{message}</span>
          {undo && (
            <Button
              onClick={() => {
                undo();
                dismissToast(id);
              }}
              text={t('shell.undo')}
            />
          )}
        </div>
      ))}
    </div>
  );
}
