import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The usage page, loaded when it is first shown: most visits write and never look at it. */
export function LazyUsagePage() {
  const [UsagePage, setUsagePage] = useState<FunctionComponent | null>(null);
  useEffect(() => {
    void import('./UsagePage.tsx').then((loaded) => setUsagePage(() => loaded.UsagePage));
  }, []);
  return UsagePage && <UsagePage />;
}
