import type { EntryLine } from '../../src/lexicon/formats.ts';

/** A word in which one character is another one, with the sound of `sound`; all else is the word's own. */
export function mutatedLine(
  line: EntryLine,
  place: number,
  character: string,
  [sound]: EntryLine['readings'],
): EntryLine {
  const readings = line.readings.map((reading) => {
    const syllables = reading.jyutping.split(' ');
    syllables[place] = sound!.jyutping;
    const code = reading.code.slice(0, place) + sound!.code + reading.code.slice(place + 1);
    return {
      ...reading,
      jyutping: syllables.join(' '),
      code,
      rhyme: place === line.length - 1 ? sound!.rhyme : reading.rhyme,
    };
  });
  return { ...line, char: [...line.char].with(place, character).join(''), readings, aliases: [] };
}
