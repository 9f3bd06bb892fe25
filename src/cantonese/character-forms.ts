import table from '../../data/sound/character-forms.json' with { type: 'json' };

/** What characters of a text are listed for in `data/sound/character-forms.json`; a `variant` is a pair with its standard form. */
export type CharacterUse = 'variant' | 'ambiguous' | 'cantonese-variant' | 'cantonese';

export function charactersFor(use: CharacterUse): readonly string[] {
  return table.filter((row) => row.use === use).flatMap(({ characters }) => characters.split(' '));
}
