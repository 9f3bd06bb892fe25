import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { dayAt } from '../../src/metering/hong-kong-day.ts';
import { type Caller, callerOf, type Seen } from './caller.ts';
import { type AccountModel, accountModel, ENDPOINT_OF, type Related, type Step } from './model.ts';

export interface SequenceOptions {
  /** Replicas that share one store. */
  readonly urls: readonly string[];
  /** Plans of the callers; all have the same limits. */
  readonly dailyCredits: number;
  readonly searches: number;
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
  readonly together: number;
  readonly byOutcome: ReadonlyMap<string, number>;
}

/** What the service did is not what the model says. */
class Divergence extends Error {}

interface Tried {
  readonly model: AccountModel;
  readonly caller: Caller;
}

type Command = fc.AsyncCommand<object, readonly Tried[]>;

/** Longer than that and a window of the rates may end within a sequence, in milliseconds. */
const WINDOW = 45_000;
/** How long what is noted in passing (errors) may take to be written, in milliseconds. */
const SETTLING = 5_000;

/**
 * Random sequences of requests over the replicas, alone and many at once, each answer compared with the model's. A sequence that
 * diverges is shrunk to the shortest one that does, and thrown.
 */
export async function trySequences(options: SequenceOptions): Promise<SequenceReport> {
  const { urls, words, issue, runs, seed } = options;
  const oracle = callerOf(urls, { Authorization: `Bearer ${await issue('partner')}` });
  const related = new Map<string, Related>();
  for (const word of words) related.set(word, await oracle.related(word));
  const count = { sequences: 0, requests: 0, together: 0, byOutcome: new Map<string, number>() };
  const saw = ({ outcome }: Seen) => {
    count.requests++;
    count.byOutcome.set(outcome, (count.byOutcome.get(outcome) ?? 0) + 1);
  };
  const fresh = async (): Promise<Tried[]> => {
    const key = { Authorization: `Bearer ${await issue('free')}` };
    const address = {
      'X-Forwarded-For': `10.${(seed + count.sequences) & 127}.${count.sequences >> 8}.${count.sequences & 255}`,
    };
    return [key, address].map((headers) => ({
      model: accountModel({ ...options, related }),
      caller: callerOf(urls, headers),
    }));
  };
  const property = fc.asyncProperty(commands(words, saw, count), async (sequence) => {
    count.sequences++;
    const [begun, all] = [Date.now(), await fresh()];
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: all }), sequence);
      for (const [at, one] of all.entries()) await compareEnd(one, urls.length, at);
    } catch (error) {
      const disturbed = Date.now() - begun > WINDOW || dayAt(begun) !== dayAt(Date.now());
      // Only a divergence of the count, on a machine that held us up, is no finding.
      if (!(disturbed && error instanceof Divergence)) throw error;
    }
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: false });
  return count;
}

function commands(words: readonly string[], saw: (seen: Seen) => void, count: { together: number }) {
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
  const who = fc.nat(1);
  const replica = fc.nat(1);
  const repeated = fc.constantFrom<Step>({ kind: 'browse' }, { kind: 'fixContour' }, { kind: 'annotate' });
  return fc.commands<object, readonly Tried[], false>(
    [
      fc.tuple(who, replica, step).map((args) => single(...args, saw)),
      fc.tuple(who, replica, step).map((args) => single(...args, saw)),
      fc
        .tuple(who, fc.array(step, { minLength: 2, maxLength: 8 }))
        .map(([one, steps]) => burst(one, steps, saw, count)),
      fc
        .tuple(who, repeated, fc.integer({ min: 2, max: 12 }))
        .map(([one, same, times]) => burst(one, Array(times).fill(same), saw, count)),
      fc.tuple(who, replica).map((args) => balance(...args)),
    ],
    { maxCommands: 40, size: 'max' },
  );
}

function single(who: number, replica: number, step: Step, saw: (seen: Seen) => void): Command {
  return {
    check: () => true,
    async run(_, all) {
      await askOne(all[who]!, replica, step, saw);
    },
    toString: () => `caller ${who} asks replica ${replica}: ${JSON.stringify(step)}`,
  };
}

async function askOne({ model, caller }: Tried, replica: number, step: Step, saw: (seen: Seen) => void): Promise<void> {
  const { left } = model;
  const expected = model.ask(step);
  const seen = await caller.ask(replica, step);
  saw(seen);
  // Whoever had plenty a moment ago is not asked for the price of what cannot be answered.
  const either = step.kind === 'unknownWord' && left < 1 && seen.outcome === 'word_not_found';
  if (seen.outcome !== expected.outcome && !either) diverged(step, expected, seen);
  if (expected.outcome === 'ok' && (seen.cost !== expected.cost || seen.left !== expected.left))
    diverged(step, expected, seen);
}

/**
 * Many at once. Where all can be paid, whatever comes first: each is answered, and together they cost what they would one after
 * another. Where all cost the same: as many are answered as can be paid. Anything else is asked one after another.
 */
function burst(who: number, steps: readonly Step[], saw: (seen: Seen) => void, count: { together: number }): Command {
  return {
    check: () => true,
    async run(_, all) {
      const one = all[who]!;
      const most = steps.reduce((sum, step) => sum + one.model.cost(step), 0);
      const same = steps.every(({ kind }) => kind === steps[0]!.kind) && !('word' in steps[0]!);
      const searches = steps.some(({ kind }) => kind === 'search');
      if (searches || (most > one.model.left && !same)) {
        for (const [at, step] of steps.entries()) await askOne(one, at, step, saw);
        return;
      }
      const before = one.model.spent;
      const expected = steps.map((step) => one.model.ask(step).outcome).sort();
      const seen = await Promise.all(steps.map((step, at) => one.caller.ask(at, step)));
      seen.forEach(saw);
      count.together += steps.length;
      const outcomes = seen.map(({ outcome }) => outcome).sort();
      const cost = seen.reduce((sum, answer) => sum + answer.cost, 0);
      if (outcomes.join() !== expected.join()) diverged(steps, expected, outcomes);
      if (cost !== one.model.spent - before) diverged(steps, one.model.spent - before, cost);
    },
    toString: () => `caller ${who} asks both at once: ${JSON.stringify(steps)}`,
  };
}

function balance(who: number, replica: number): Command {
  return {
    check: () => true,
    async run(_, all) {
      const { model, caller } = all[who]!;
      const spent = await caller.spent(replica);
      if (spent !== model.spent) diverged('balance', model.spent, spent);
    },
    toString: () => `caller ${who} asks replica ${replica} for the balance`,
  };
}

/** Both replicas say what the model says, of credits and of each endpoint's use. */
async function compareEnd({ model, caller }: Tried, replicas: number, who: number): Promise<void> {
  const wanted = asText(model.usage);
  for (let replica = 0; replica < replicas; replica++) {
    const spent = await caller.spent(replica);
    if (spent !== model.spent) diverged(`balance of caller ${who} at replica ${replica}`, model.spent, spent);
    let seen = '';
    for (const deadline = Date.now() + SETTLING; Date.now() < deadline && seen !== wanted; await sleep(20))
      seen = asText(await caller.usage(replica));
    if (seen !== wanted) diverged(`usage of caller ${who} at replica ${replica}`, wanted, seen);
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

function diverged(what: unknown, expected: unknown, seen: unknown): never {
  throw new Divergence(`${JSON.stringify(what)}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(seen)}`);
}
