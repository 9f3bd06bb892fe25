/** Something that an operator can do something about: the message says what. The live generation is untouched. */
export class LoadError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'LoadError';
  }
}
