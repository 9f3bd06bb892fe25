/** The data was written by a newer, incompatible release. The message says what to do. */
export class NewerSchemaError extends Error {
  /**
   * @param what the file, or the store, as an operator calls it
   * @param remedy how to go on with this release, after "Start that release, or"
   */
  constructor(
    what: string,
    { foundVersion, supportedVersion }: { foundVersion: number; supportedVersion: number },
    remedy: string,
  ) {
    super(
      `${what} was written by a newer release (version ${foundVersion}; this one knows ${supportedVersion}). Nothing was changed. Start that release, or ${remedy}.`,
    );
    this.name = 'NewerSchemaError';
  }
}
