import { signal } from '@preact/signals';

/** The page's views, stored in the URL fragment, so that the back button works. */
export type View = 'desk' | 'usage';

/** Views of the desk on a phone. A wide screen shows all of them, except that it chooses between find and rhyme. */
export const PANES = ['song', 'write', 'find', 'rhyme'] as const;
export type Pane = (typeof PANES)[number];

const viewOf = (hash: string): View => (hash === '#usage' ? 'usage' : 'desk');

export const view = signal<View>(viewOf(location.hash));
export const pane = signal<Pane>('write');
/** What the right column of a wide screen shows. */
export const tool = signal<'find' | 'rhyme'>('find');

addEventListener('hashchange', () => {
  view.value = viewOf(location.hash);
});

export function showPane(chosen: Pane): void {
  pane.value = chosen;
  if (chosen === 'find' || chosen === 'rhyme') tool.value = chosen;
}
