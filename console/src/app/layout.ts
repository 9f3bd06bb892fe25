import { signal } from '@preact/signals';

/** How many columns there is room for: one at a time on a phone, the lyrics beside one tool, or the song's rail as well. */
export type Layout = 'one' | 'two' | 'three';

// The style sheets have the same limits.
const hasTwo = matchMedia('(min-width: 760px)');
const hasThree = matchMedia('(min-width: 1024px)');

const currentLayout = (): Layout => (hasThree.matches ? 'three' : hasTwo.matches ? 'two' : 'one');

export const layout = signal<Layout>(currentLayout());

for (const query of [hasTwo, hasThree])
  query.addEventListener('change', () => {
    layout.value = currentLayout();
  });
