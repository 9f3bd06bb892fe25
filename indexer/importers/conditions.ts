/** What a licence asks, in plain words, by its name. It is what an operator must know before they build; the text itself decides. */
export function conditionsOf(licence: string): string {
  const restrictions = [
    /\bNC\b|non-?commercial/i.test(licence)
      ? 'Non-commercial: a lexicon built with it must not serve a commercial purpose, and cannot be passed on under CC BY-SA 4.0.'
      : '',
    /\bSA\b|share-?alike|\bGPL|GFDL|ODbL|copyleft/i.test(licence)
      ? `Share-alike: what is made with it is passed on under the same terms (${licence}).`
      : '',
    /\bND\b|no-?deriv/i.test(licence)
      ? 'No derivatives: a lexicon built with it must not be passed on or served to others.'
      : '',
  ].filter((text) => text !== '');
  return [
    ...restrictions,
    'Name the source wherever the lexicon goes; the build does so in NOTICE and at /api/lexicon/sources.',
  ].join(' ');
}
