import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';

/** A component that is rendered anew only when one of its properties has changed: in a long song, typing changes one line of many. */
export function unchanged<Props extends object>(Component: FunctionComponent<Props>): FunctionComponent<Props> {
  return (props: Props) => useMemo(() => <Component {...props} />, Object.values(props));
}
