import { pageProblem } from '../api/request.ts';

/** Keeps the page for when there is no network, and tells of it when there is none. */
export function registerServiceWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // After the page has what it needs: keeping can wait.
    addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined));
  }
  addEventListener('offline', reportOffline);
  addEventListener('online', () => {
    if (pageProblem.value?.code === 'offline') pageProblem.value = null;
  });
  if (!navigator.onLine) reportOffline();
}

function reportOffline(): void {
  pageProblem.value = { code: 'offline', status: 0, title: 'offline', detail: '', since: Date.now() };
}
