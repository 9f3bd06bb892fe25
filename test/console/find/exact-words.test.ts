import { expect, it } from '@jest/globals';
import { exactFirst } from '../../../console/src/find/results.ts';

it('puts words of which a gloss is what was typed before those that have it in one', () => {
  const words = [
    { char: '鈎吻', definition: 'heartbreak grass (Gelsemium elegans)' },
    { char: '虐心', definition: 'heartbreaking; tear-jerker' },
    { char: '心碎', definition: '(fig.) to be in despair, heartbreak' },
    { char: '心酸', definition: 'grief; a heartbreak' },
  ];
  expect(exactFirst(words, 'Heartbreak').map(({ char }) => char)).toEqual(['心碎', '心酸', '鈎吻', '虐心']);
});

it('puts the word itself before those that it is part of', () => {
  const words = [
    { char: '孤獨感', definition: 'loneliness' },
    { char: '孤獨', definition: 'lonely' },
  ];
  expect(exactFirst(words, '孤獨').map(({ char }) => char)).toEqual(['孤獨', '孤獨感']);
});
