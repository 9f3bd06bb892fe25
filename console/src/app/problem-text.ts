import { t } from './i18n.ts';
import { shellMessages } from './messages.ts';

/** A problem in the page's language, and what to do about it; the service's own texts are for developers. */
export function problemText(code: string, retryAfterSeconds: number): string {
  const { problems } = t(shellMessages);
  switch (code) {
    case 'rate_limited':
      return problems.rate_limited(retryAfterSeconds);
    case 'quota_exhausted':
    case 'invalid_key':
    case 'insufficient_scope':
    case 'offline':
      return problems[code];
    default:
      return problems.other;
  }
}
