import { computed, signal } from '@preact/signals';
import { SONG_FRAGMENT } from '../write/model/document-format.ts';

/** How many columns there is room for: one at a time on a phone, the lyrics beside one tool, or the song's rail as well. */
type Layout = 'one' | 'two' | 'three';

// The style sheets have the same limits.
const hasTwo = matchMedia('(min-width: 760px)');
const hasThree = matchMedia('(min-width: 1024px)');

const currentLayout = (): Layout => (hasThree.matches ? 'three' : hasTwo.matches ? 'two' : 'one');

export const layout = signal<Layout>(currentLayout());

for (const query of [hasTwo, hasThree])
  query.addEventListener('change', () => {
    layout.value = currentLayout();
  });

/** The page's views, stored in the URL fragment, so that the back button works. */
type View = 'desk' | 'usage' | 'sheet' | 'song';

/** Views of the desk on a phone. Wider screens show the lyrics always, and beside them one of the tools. */
export const PANES = ['song', 'write', 'find', 'rhyme'] as const;
type Pane = (typeof PANES)[number];

function viewOf(hash: string): View {
  if (hash.startsWith(SONG_FRAGMENT)) return 'song';
  return hash === '#usage' ? 'usage' : hash === '#sheet' ? 'sheet' : 'desk';
}

export const view = signal<View>(viewOf(location.hash));
export const pane = signal<Pane>('write');
/** What the column beside the lyrics shows. */
export const TOOLS = ['song', 'find', 'rhyme'] as const;
export type Tool = (typeof TOOLS)[number];

const chosenTool = signal<Tool>('find');
/** Three columns show the song in one of its own. */
export const tool = computed<Tool>(() =>
  layout.value === 'three' && chosenTool.value === 'song' ? 'find' : chosenTool.value,
);

addEventListener('hashchange', () => {
  view.value = viewOf(location.hash);
});

export function showPane(chosen: Pane): void {
  pane.value = chosen;
  if (chosen !== 'write') chosenTool.value = chosen;
}

/** Shows the tool for words that was used last. */
export function showWordTool(): void {
  showPane(tool.peek() === 'rhyme' ? 'rhyme' : 'find');
}
