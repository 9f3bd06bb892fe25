import { signal } from '@preact/signals';

/** The page's views, kept in the address after `#`, so that going back works. */
export type View = 'desk' | 'usage';

/** What a phone shows of the desk, one at a time. A wide screen shows all but chooses between find and rhyme. */
export const PANES = ['song', 'write', 'find', 'rhyme'] as const;
export type Pane = (typeof PANES)[number];

const viewOf = (hash: string): View => (hash === '#usage' ? 'usage' : 'desk');

export const view = signal<View>(viewOf(location.hash));
export const pane = signal<Pane>('write');
/** Which of the two the right column of a wide screen shows. */
export const tool = signal<'find' | 'rhyme'>('find');

addEventListener('hashchange', () => {
  view.value = viewOf(location.hash);
});

export function showPane(chosen: Pane): void {
  pane.value = chosen;
  if (chosen === 'find' || chosen === 'rhyme') tool.value = chosen;
}
