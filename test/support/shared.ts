/** Variable of the environment with the address at which the workers ask for what they share. */
export const SHARED_ADDRESS = 'TEST_SHARED_ADDRESS';

/**
 * Path or address of something that all suites of `npm run test:all` share; see `shared-setup.ts`. The first that asks waits until it is
 * made. Rejects with the reason where it cannot be made.
 */
export async function shared(name: 'lexicon' | 'elasticsearch' | 'console' | 'desk'): Promise<string> {
  const response = await fetch(`${process.env[SHARED_ADDRESS]}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
