import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Variable of the environment with the address at which the workers ask for what they share. */
export const SHARED_ADDRESS = 'TEST_SHARED_ADDRESS';

/**
 * Path or address of something that all suites of `npm run test:all` share; see `shared-setup.ts`. The first that asks waits until it is
 * made. Rejects with the reason where it cannot be made.
 */
export async function shared(name: 'lexicon' | 'elasticsearch' | 'console' | 'desk'): Promise<string> {
  // Unlike fetch it waits as long as it takes: a first build of the lexicon beside other work may be longer than five minutes.
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${process.env[SHARED_ADDRESS]}/${name}`, resolve).once('error', reject),
  );
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(answer);
  return answer;
}
