import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { explainError } from '../../src/explain-error.ts';
import {
  FEEDBACK_STATES,
  type FeedbackState,
  type FeedbackStore,
  type Suggestion,
} from '../../src/feedback/feedback-store.ts';
import { openFeedbackStore } from '../../src/feedback/open-store.ts';
import { BackendError } from '../../src/lexicon/backend-error.ts';
import { escapeHiddenCharacters, escapeHiddenCharactersInJson } from '../../src/lexicon/hidden-characters.ts';
import { NewerSchemaError } from '../../src/metering/store.ts';
import type { CheckContext } from '../check/context.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { accept, ReviewError, reject } from './accept.ts';

interface ReviewArguments {
  readonly accept?: string[];
  readonly reject?: string[];
  readonly rejectCaller?: string[];
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
      withStore(async (store) => {
        const found = await store.list(state === 'all' ? undefined : state);
        if (json) console.log(escapeHiddenCharactersInJson(JSON.stringify(found, null, 1)));
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
    .option('--reject-caller <caller...>', 'reject all open ones of these callers, as the list names them')
    .option('--data <dir>', 'folder of the hand-written tables', DATA_ROOT)
    .action((options: ReviewArguments) => withStore((store) => review(store, options)));
}

/** One suggestion for people, on one line whatever its author wrote. */
export function lineOf({ id, word, field, suggestion, note, day, caller, count, state }: Suggestion): string {
  const times = count > 1 ? `, ${count} times` : '';
  return escapeHiddenCharacters(
    `${id}  ${word}  ${field}: ${suggestion}${note ? `  (${note})` : ''}  [${[state, day, caller].filter(Boolean).join(', ')}${times}]`,
  );
}

async function review(store: FeedbackStore, options: ReviewArguments) {
  const { accept: accepted = [], reject: rejected = [], rejectCaller: callers = [], data } = options;
  const { readCheckContext } = await import('../check/context.ts');
  let cachedContext: CheckContext | undefined;
  const context = () => {
    cachedContext ??= readCheckContext(data);
    return cachedContext;
  };
  const reviewContext = { store, root: data, context };
  if (accepted.length + rejected.length + callers.length === 0) {
    await reviewOneByOne(store, reviewContext);
    return;
  }
  for (const id of accepted) console.log(escapeHiddenCharacters(await accept(id, reviewContext)));
  for (const id of rejected) console.log(escapeHiddenCharacters(await reject(id, reviewContext)));
  for (const caller of callers)
    console.log(escapeHiddenCharacters(`${caller}: ${await store.rejectCaller(caller)} rejected.`));
  console.log('Run "lexicon check-data", then "lexicon build", to have the accepted ones in the lexicon.');
}

async function reviewOneByOne(store: FeedbackStore, reviewContext: Parameters<typeof accept>[1]): Promise<void> {
  if (!process.stdin.isTTY)
    throw new ReviewError(
      'This is no terminal. Say which: lexicon feedback review --accept ID… --reject ID… --reject-caller CALLER…',
    );
  const open = await store.list('open');
  if (open.length === 0) console.log('Nothing waits for review.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const [index, suggestion] of open.entries()) {
      console.log(`\n${index + 1} of ${open.length}\n${lineOf(suggestion)}`);
      const decision = await promptDecision(terminal);
      if (decision === 'q') break;
      if (decision === 's') continue;
      try {
        console.log(escapeHiddenCharacters(await (decision === 'a' ? accept : reject)(suggestion.id, reviewContext)));
      } catch (error) {
        if (!(error instanceof ReviewError)) throw error;
        console.log(error.message);
      }
    }
  } finally {
    terminal.close();
  }
}

type Decision = 'a' | 'r' | 's' | 'q';

async function promptDecision(terminal: { question(text: string): Promise<string> }): Promise<Decision> {
  for (;;) {
    const decision = (await terminal.question('[a]ccept, [r]eject, [s]kip, [q]uit? ')).trim().toLowerCase()[0];
    if (decision === 'a' || decision === 'r' || decision === 's' || decision === 'q') return decision;
  }
}

async function withStore(work: (store: FeedbackStore) => Promise<void>): Promise<void> {
  let store: FeedbackStore | undefined;
  try {
    store = await openFeedbackStore(readConfig(), pino({ enabled: false }), undefined, { required: true });
    await work(store);
  } catch (error) {
    console.error(explainError(error, [ReviewError, BackendError, NewerSchemaError]));
    process.exitCode = 1;
  } finally {
    await store?.close();
  }
}
