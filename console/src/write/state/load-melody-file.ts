/** Reads a melody file and lays it under the lyrics. How that is done is loaded with the first file: most visits load none. */
export async function loadMelodyFile(file: File): Promise<void> {
  const { readAndLay } = await import('./load-melody.ts');
  await readAndLay(file);
}
