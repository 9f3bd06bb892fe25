import { describe, expect, it } from '@jest/globals';
import { splitDraft } from '../../../console/src/find/draft.ts';

describe('splitting typed text into chips', () => {
  it.each<[string, string[], string]>([
    ['', [], ''],
    ['33', [], '33'],
    ['33 ', ['33'], ''],
    ['33 =愛', ['33'], '=愛'],
    ['33 =愛 ~開心 ', ['33', '=愛', '~開心'], ''],
    ['開心　', ['開心'], ''],
    ['~', [], '~'],
    ['look ', ['look'], ''],
    ['"look ', [], '"look '],
    ['"look forward"', ['"look forward"'], ''],
    ['~"lonely ', [], '~"lonely '],
    ['~"lonely night"', ['~"lonely night"'], ''],
  ])('%p', (text, done, open) => {
    expect(splitDraft(text)).toEqual({ done, open });
  });

  it.each<[string, string[], string]>([
    ['hoi1 ', [], 'hoi1 '],
    ['hoi1 s', [], 'hoi1 s'],
    ['hoi1 sam1 ', [], 'hoi1 sam1 '],
    ['hoi1 sam1  ', ['hoi1 sam1'], ''],
    ['hoi1 33', ['hoi1'], '33'],
    ['33 hoi1 s', ['33'], 'hoi1 s'],
    ['33 hoi ', ['33'], 'hoi '],
  ])('%p: more syllables may follow one', (text, done, open) => {
    expect(splitDraft(text)).toEqual({ done, open });
  });
});
