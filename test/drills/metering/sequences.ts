import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { dayAt } from '../../../src/metering/hong-kong-day.ts';
import { type Caller, callerOf, type ObservedResponse } from './caller.ts';
import { type AccountModel, accountModel, ENDPOINT_OF, type Related, type Step } from './model.ts';

export interface SequenceOptions {
  /** Replicas that share one store. */
  readonly urls: readonly string[];
  /** Plans of the callers; all have the same limits. */
  readonly dailyCredits: number;
  readonly searchesPerMinute: number;
  /** Words whose cards are asked for, simplified and variant forms among them; each is in the lexicon and has one character at least once. */
  readonly words: readonly string[];
  /** Issues a key of the plan that is tried, or of one without limits. */
  readonly issue: (plan: 'free' | 'partner') => Promise<string>;
  readonly runs: number;
  readonly seed: number;
}

export interface SequenceReport {
  readonly sequences: number;
  readonly requests: number;
  /** Requests that were under way together with others. */
  readonly concurrentCount: number;
  readonly byOutcome: ReadonlyMap<string, number>;
}

/** What the service did is not what the model says. */
class Divergence extends Error {}

interface CallerUnderTest {
  readonly model: AccountModel;
  readonly caller: Caller;
}

type Command = fc.AsyncCommand<object, readonly CallerUnderTest[]>;

/** Longer than that and a window of the rates may end within a sequence, in milliseconds. */
const MAX_SEQUENCE_MS = 45_000;
/** How long what is noted in passing (errors) may take to be written, in milliseconds. */
const SETTLING_MS = 5_000;

/**
 * Random sequences of requests over the replicas, alone and many at once, each answer compared with the model's. A sequence that
 * diverges is shrunk to the shortest one that does, and thrown.
 */
export async function runSequences(options: SequenceOptions): Promise<SequenceReport> {
  const { urls, words, issue, runs, seed } = options;
  const oracle = callerOf(urls, { Authorization: `Bearer ${await issue('partner')}` });
  const related = new Map<string, Related>();
  for (const word of words) related.set(word, await oracle.related(word));
  const count = { sequences: 0, requests: 0, concurrentCount: 0, byOutcome: new Map<string, number>() };
  const countOutcome = ({ outcome }: ObservedResponse) => {
    count.requests++;
    count.byOutcome.set(outcome, (count.byOutcome.get(outcome) ?? 0) + 1);
  };
  const newCallers = async (): Promise<CallerUnderTest[]> => {
    const keyHeaders = { Authorization: `Bearer ${await issue('free')}` };
    const ipHeaders = {
      'X-Forwarded-For': `10.${(seed + count.sequences) & 127}.${count.sequences >> 8}.${count.sequences & 255}`,
    };
    return [keyHeaders, ipHeaders].map((headers) => ({
      model: accountModel({ ...options, related }),
      caller: callerOf(urls, headers),
    }));
  };
  const property = fc.asyncProperty(commands(words, countOutcome, count), async (sequence) => {
    count.sequences++;
    const [startedAt, callers] = [Date.now(), await newCallers()];
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: callers }), sequence);
      for (const [at, one] of callers.entries()) await compareFinalUsage(one, urls.length, at);
    } catch (error) {
      const isUnreliable = Date.now() - startedAt > MAX_SEQUENCE_MS || dayAt(startedAt) !== dayAt(Date.now());
      // Only a divergence of the count, on a machine that held us up, is no finding.
      if (!(isUnreliable && error instanceof Divergence)) throw error;
    }
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: false });
  return count;
}

function commands(
  words: readonly string[],
  countOutcome: (observed: ObservedResponse) => void,
  count: { concurrentCount: number },
) {
  const word = fc.constantFrom(...words);
  const character = fc.constantFrom(...words.filter((one) => [...one].length === 1));
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('card' as const), word, limit: fc.constantFrom(0, 1, 2, 5, 40) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('synonyms' as const, 'antonyms' as const), word }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('homophones' as const), word: character }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          ...(['browse', 'search', 'search', 'autocomplete', 'annotate', 'fixContour', 'rhymeClose', 'check'] as const),
          ...(['sources', 'wrong', 'unknownWord'] as const),
        ),
      }),
    },
  );
  const callerIndex = fc.nat(1);
  const replica = fc.nat(1);
  const repeated = fc.constantFrom<Step>({ kind: 'browse' }, { kind: 'fixContour' }, { kind: 'annotate' });
  return fc.commands<object, readonly CallerUnderTest[], false>(
    [
      fc.tuple(callerIndex, replica, step).map((args) => singleRequest(...args, countOutcome)),
      fc.tuple(callerIndex, replica, step).map((args) => singleRequest(...args, countOutcome)),
      fc
        .tuple(callerIndex, fc.array(step, { minLength: 2, maxLength: 8 }))
        .map(([one, steps]) => concurrentRequests(one, steps, countOutcome, count)),
      fc
        .tuple(callerIndex, repeated, fc.integer({ min: 2, max: 12 }))
        .map(([one, same, times]) => concurrentRequests(one, Array(times).fill(same), countOutcome, count)),
      fc.tuple(callerIndex, replica).map((args) => balanceCheck(...args)),
    ],
    { maxCommands: 40, size: 'max' },
  );
}

function singleRequest(
  callerIndex: number,
  replica: number,
  step: Step,
  countOutcome: (observed: ObservedResponse) => void,
): Command {
  return {
    check: () => true,
    async run(_, callers) {
      await sendAndCompare(callers[callerIndex]!, replica, step, countOutcome);
    },
    toString: () => `caller ${callerIndex} asks replica ${replica}: ${JSON.stringify(step)}`,
  };
}

async function sendAndCompare(
  { model, caller }: CallerUnderTest,
  replica: number,
  step: Step,
  countOutcome: (observed: ObservedResponse) => void,
): Promise<void> {
  const { left } = model;
  const expected = model.apply(step);
  const observed = await caller.send(replica, step);
  countOutcome(observed);
  // Whoever had plenty a moment ago is not asked for the price of what cannot be answered.
  const isAcceptable = step.kind === 'unknownWord' && left < 1 && observed.outcome === 'word_not_found';
  if (observed.outcome !== expected.outcome && !isAcceptable) throwDivergence(step, expected, observed);
  if (expected.outcome === 'ok' && (observed.cost !== expected.cost || observed.left !== expected.left))
    throwDivergence(step, expected, observed);
}

/**
 * Many at once. Where all can be paid, whatever comes first: each is answered, and together they cost what they would one after
 * another. Where all cost the same: as many are answered as can be paid. Anything else is asked one after another.
 */
function concurrentRequests(
  callerIndex: number,
  steps: readonly Step[],
  countOutcome: (observed: ObservedResponse) => void,
  count: { concurrentCount: number },
): Command {
  return {
    check: () => true,
    async run(_, callers) {
      const one = callers[callerIndex]!;
      const maxCost = steps.reduce((sum, step) => sum + one.model.cost(step), 0);
      const same = steps.every(({ kind }) => kind === steps[0]!.kind) && !('word' in steps[0]!);
      const searchesPerMinute = steps.some(({ kind }) => kind === 'search');
      if (searchesPerMinute || (maxCost > one.model.left && !same)) {
        for (const [at, step] of steps.entries()) await sendAndCompare(one, at, step, countOutcome);
        return;
      }
      const before = one.model.spent;
      const expected = steps.map((step) => one.model.apply(step).outcome).sort();
      const observed = await Promise.all(steps.map((step, at) => one.caller.send(at, step)));
      observed.forEach(countOutcome);
      count.concurrentCount += steps.length;
      const outcomes = observed.map(({ outcome }) => outcome).sort();
      const cost = observed.reduce((sum, answer) => sum + answer.cost, 0);
      if (outcomes.join() !== expected.join()) throwDivergence(steps, expected, outcomes);
      if (cost !== one.model.spent - before) throwDivergence(steps, one.model.spent - before, cost);
    },
    toString: () => `caller ${callerIndex} asks both at once: ${JSON.stringify(steps)}`,
  };
}

function balanceCheck(callerIndex: number, replica: number): Command {
  return {
    check: () => true,
    async run(_, callers) {
      const { model, caller } = callers[callerIndex]!;
      const spent = await caller.spent(replica);
      if (spent !== model.spent) throwDivergence('balance', model.spent, spent);
    },
    toString: () => `caller ${callerIndex} asks replica ${replica} for the balance`,
  };
}

/** Both replicas say what the model says, of credits and of each endpoint's use. */
async function compareFinalUsage(
  { model, caller }: CallerUnderTest,
  replicas: number,
  callerIndex: number,
): Promise<void> {
  const expectedUsage = asText(model.usage);
  for (let replica = 0; replica < replicas; replica++) {
    const spent = await caller.spent(replica);
    if (spent !== model.spent)
      throwDivergence(`balance of caller ${callerIndex} at replica ${replica}`, model.spent, spent);
    let observed = '';
    for (
      const deadline = Date.now() + SETTLING_MS;
      Date.now() < deadline && observed !== expectedUsage;
      await sleep(20)
    )
      observed = asText(await caller.usage(replica));
    if (observed !== expectedUsage)
      throwDivergence(`usage of caller ${callerIndex} at replica ${replica}`, expectedUsage, observed);
  }
}

function asText(usage: ReadonlyMap<string, { requests: number; credits: number; errors: number }>): string {
  const endpoints = [...new Set(Object.values(ENDPOINT_OF))].sort().filter((endpoint) => usage.has(endpoint));
  return endpoints
    .map((endpoint) => {
      const { requests, credits, errors } = usage.get(endpoint)!;
      return `${endpoint} ${requests}/${credits}/${errors}`;
    })
    .join('\n');
}

function throwDivergence(subject: unknown, expected: unknown, observed: unknown): never {
  throw new Divergence(
    `${JSON.stringify(subject)}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(observed)}`,
  );
}
