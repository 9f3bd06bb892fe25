import { main } from '../../src/main.ts';

// The service with a build that is 40 % done until a line comes on standard input, and is then the folder that the line names.

main(async ({ onProgress }) => {
  onProgress(40);
  const dir = await new Promise<string>((resolve) => {
    process.stdin.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
  });
  process.stdin.destroy();
  return { dir };
});
