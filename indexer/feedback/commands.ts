import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { explainError } from '../../src/explain-error.ts';
import type { FeedbackBox } from '../../src/feedback/box.ts';
import { openFeedbackBox } from '../../src/feedback/open-box.ts';
import { FEEDBACK_STATES, type FeedbackState, type Suggestion } from '../../src/feedback/suggestion.ts';
import { BackendError } from '../../src/lexicon/backend-error.ts';
import { escapeHidden, escapeHiddenInJson } from '../../src/lexicon/hidden-characters.ts';
import { WrittenByNewer } from '../../src/metering/newer-release.ts';
import type { CheckContext } from '../check/context.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { accept, ReviewError, reject } from './accept.ts';

interface ReviewArguments {
  readonly accept?: string[];
  readonly reject?: string[];
  readonly data: string;
}

/** `lexicon feedback list|review`, on the store that the environment names, as for the service itself. */
export function addFeedbackCommands(program: Command): void {
  const feedback = program
    .command('feedback')
    .description('what callers say is wrong or missing (REDIS_URL, else DATA_DIR, says where it is kept)');
  feedback
    .command('list')
    .description('suggestions, the oldest first')
    .addOption(new Option('--state <state>', 'which of them').choices([...FEEDBACK_STATES, 'all']).default('open'))
    .option('--json', 'as JSON')
    .action(({ state, json }: { state: FeedbackState | 'all'; json?: boolean }) =>
      withBox(async (box) => {
        const found = await box.list(state === 'all' ? undefined : state);
        if (json) console.log(escapeHiddenInJson(JSON.stringify(found, null, 1)));
        else console.log(found.length === 0 ? 'There are none.' : found.map(lineOf).join('\n'));
      }),
    );
  feedback
    .command('review')
    .description(
      'decide on open suggestions, one by one or by id; what is accepted goes into data/overlay/feedback.tsv',
    )
    .option('--accept <id...>', 'accept these')
    .option('--reject <id...>', 'reject these')
    .option('--data <dir>', 'folder of the hand-written tables', DATA_ROOT)
    .action((given: ReviewArguments) => withBox((box) => review(box, given)));
}

/** One suggestion for people, on one line whatever its author wrote. */
export function lineOf({ id, word, field, suggestion, note, day, count, state }: Suggestion): string {
  const times = count > 1 ? `, ${count} times` : '';
  return escapeHidden(
    `${id}  ${word}  ${field}: ${suggestion}${note ? `  (${note})` : ''}  [${state}, ${day}${times}]`,
  );
}

async function review(box: FeedbackBox, { accept: accepted = [], reject: rejected = [], data }: ReviewArguments) {
  const { readCheckContext } = await import('../check/context.ts');
  let read: CheckContext | undefined;
  const context = () => {
    read ??= readCheckContext(data);
    return read;
  };
  const order = { box, root: data, context };
  if (accepted.length + rejected.length === 0) {
    await reviewOneByOne(box, order);
    return;
  }
  for (const id of accepted) console.log(escapeHidden(await accept(id, order)));
  for (const id of rejected) console.log(escapeHidden(await reject(id, order)));
  console.log('Run "lexicon check-data", then "lexicon build", to have the accepted ones in the lexicon.');
}

async function reviewOneByOne(box: FeedbackBox, order: Parameters<typeof accept>[1]): Promise<void> {
  if (!process.stdin.isTTY)
    throw new ReviewError('This is no terminal. Say which: lexicon feedback review --accept ID… --reject ID…');
  const open = await box.list('open');
  if (open.length === 0) console.log('Nothing waits for review.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const [at, suggestion] of open.entries()) {
      console.log(`\n${at + 1} of ${open.length}\n${lineOf(suggestion)}`);
      const answer = await askUntilKnown(terminal);
      if (answer === 'q') break;
      if (answer === 's') continue;
      try {
        console.log(escapeHidden(await (answer === 'a' ? accept : reject)(suggestion.id, order)));
      } catch (error) {
        if (!(error instanceof ReviewError)) throw error;
        console.log(error.message);
      }
    }
  } finally {
    terminal.close();
  }
}

type Answer = 'a' | 'r' | 's' | 'q';

async function askUntilKnown(terminal: { question(text: string): Promise<string> }): Promise<Answer> {
  for (;;) {
    const answer = (await terminal.question('[a]ccept, [r]eject, [s]kip, [q]uit? ')).trim().toLowerCase()[0];
    if (answer === 'a' || answer === 'r' || answer === 's' || answer === 'q') return answer;
  }
}

async function withBox(work: (box: FeedbackBox) => Promise<void>): Promise<void> {
  let box: FeedbackBox | undefined;
  try {
    box = await openFeedbackBox(readConfig(), pino({ enabled: false }), undefined, { required: true });
    await work(box);
  } catch (error) {
    console.error(explainError(error, [ReviewError, BackendError, WrittenByNewer]));
    process.exitCode = 1;
  } finally {
    await box?.close();
  }
}
