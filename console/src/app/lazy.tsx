import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const loadedComponents = new WeakMap<object, unknown>();

/**
 * A component that is loaded when it is first wanted, and stays; null until it has come. Most visits write and never look at it.
 * What has come once is there at once: of a hundred lines, each asks for the same menus.
 */
export function useLazy<Props>(
  load: () => Promise<FunctionComponent<Props>>,
  isWanted = true,
): FunctionComponent<Props> | null {
  const [, setLoadedCount] = useState(0);
  const loaded = loadedComponents.get(load) as FunctionComponent<Props> | undefined;
  useEffect(() => {
    if (isWanted && !loaded)
      void load().then((component) => {
        loadedComponents.set(load, component);
        setLoadedCount((count) => count + 1);
      });
  }, [load, isWanted, loaded]);
  return loaded ?? null;
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
