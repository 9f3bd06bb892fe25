/** An error that an operator can fix; the message says how. The live generation is not affected. */
export class LoadError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'LoadError';
  }
}
