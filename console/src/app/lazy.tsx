import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component that is loaded when it is first wanted, and stays; null until it has come. Most visits write and never look at it. */
export function useLazy<Props>(
  load: () => Promise<FunctionComponent<Props>>,
  isWanted = true,
): FunctionComponent<Props> | null {
  const [loaded, setLoaded] = useState<FunctionComponent<Props> | null>(null);
  useEffect(() => {
    if (isWanted) void load().then((component) => setLoaded(() => component));
  }, [load, isWanted]);
  return loaded;
}

interface LazyProps {
  readonly load: () => Promise<FunctionComponent>;
  readonly isWanted?: boolean;
}

/** A part of the page that {@link useLazy} loads. A dialog stays when it is closed, so that it gives the focus back. */
export function Lazy({ load, isWanted }: LazyProps) {
  const Loaded = useLazy(load, isWanted);
  return Loaded && <Loaded />;
}
