/** States that can be gone back to. Values are immutable, so that keeping hundreds of them costs little. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** Kind and time of the last change: changes of one kind in quick succession are undone together. */
  readonly last: { readonly kind: string; readonly at: number } | null;
}

const MAX_STEPS = 500;
/** Milliseconds within which changes of one kind are one step. */
export const MERGE_WINDOW_MS = 800;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [], last: null };
}

/**
 * Notes a change. What was undone before it is forgotten.
 * @param kind changes of the same kind within {@link MERGE_WINDOW_MS} of each other are one step; '' always is a step of its own
 * @param at milliseconds
 */
export function record<State>(history: History<State>, present: State, kind: string, at: number): History<State> {
  if (present === history.present) return history;
  const { last } = history;
  const continues = kind !== '' && last?.kind === kind && at - last.at < MERGE_WINDOW_MS;
  return {
    past: continues ? history.past : [...history.past, history.present].slice(-MAX_STEPS),
    present,
    future: [],
    last: { kind, at },
  };
}

export function undo<State>(history: History<State>): History<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    last: null,
  };
}

export function redo<State>(history: History<State>): History<State> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, last: null };
}
