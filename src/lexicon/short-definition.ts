const MAX_SHORT_DEFINITION_LENGTH = 100;

/** A definition for lists: as many whole senses as fit in 100 characters, at least the start of the first. */
export function shortDefinition(definition: string): string {
  if (definition.length <= MAX_SHORT_DEFINITION_LENGTH) return definition;
  const [first = '', ...otherSenses] = definition.split(/;\s*/);
  if (first.length > MAX_SHORT_DEFINITION_LENGTH)
    return (
      [...first]
        .slice(0, MAX_SHORT_DEFINITION_LENGTH - 1)
        .join('')
        .trimEnd() + '…'
    );
  let short = first;
  for (const sense of otherSenses) {
    if (short.length + 2 + sense.length > MAX_SHORT_DEFINITION_LENGTH) break;
    short += `; ${sense}`;
  }
  return short;
}
