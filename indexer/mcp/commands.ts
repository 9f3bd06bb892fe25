import { type Command, InvalidArgumentError } from 'commander';

interface McpOptions {
  readonly url?: string;
  readonly http?: number;
}

/** `lexicon mcp`: the lexicon as tools for writing assistants. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('offer the lexicon as tools to a writing assistant (Model Context Protocol)')
    .option(
      '--url <address>',
      'of the service to ask (default: one within this process, which DATA_DIR feeds)',
      serviceUrl,
    )
    .option(
      '--http <port>',
      'listen at http://127.0.0.1:PORT/mcp instead of speaking over standard input and output',
      port,
    )
    .addHelpText(
      'after',
      '\nOver standard input and output, LEXICON_API_KEY is the key of every call. Over HTTP each request brings its own Authorization header.',
    )
    .action(async (options: McpOptions) => {
      // The protocol's package and the service are read only for this command.
      const { serveMcp } = await import('./serve.ts');
      await serveMcp({ ...options, key: process.env.LEXICON_API_KEY });
    });
}

function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new InvalidArgumentError('Give an address such as https://lexicon.example.');
  return text.replace(/\/+$/, '');
}

function port(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 65_535)) throw new InvalidArgumentError('Give a port from 0 (any free one) to 65535.');
  return value;
}
