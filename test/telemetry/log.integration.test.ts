import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { describeIfAvailable } from '../support/describe-if-available.ts';
import { until } from '../support/until.ts';

const MODULE = new URL('../../src/telemetry/log.ts', import.meta.url).href;
/** More than may wait. */
const LINES = 40_000;
const DROPPED = 'the log can be written again; lines were dropped before this one';

const folder = mkdtempSync(join(tmpdir(), 'log-'));
/** Where the program that runs now says its words: no other one writes there. */
let saidPath = join(folder, 'said-0');
let programs = 0;
const nextSaidPath = () => {
  saidPath = join(folder, `said-${++programs}`);
};

/** A program that has `logger`, `countDropped`, and `say`, which tells the test a word. */
function programOf(body: string): string {
  return `import { appendFileSync } from "node:fs";
    import { openLog } from "${MODULE}";
    const { logger, countDropped } = openLog("info");
    const say = (text) => appendFileSync("${saidPath}", text + " ");
    const writeLines = (from, to) => { for (let at = from; at < to; at++) logger.info({ at }); };
    ${body}`;
}

/** Writes more lines than may wait; between them timers have to go on. */
const FLOOD = `setTimeout(() => writeLines(0, ${LINES / 2}));
  setTimeout(() => { writeLines(${LINES / 2}, ${LINES}); say(countDropped() > 0 ? "dropped" : "kept"); }, 300);`;
/** The same, but it goes on until it is told to end. */
const FLOOD_AND_WAIT = `process.stdin.once("end", () => { logger.info("after"); process.exit(0); }).resume(); ${FLOOD}`;

/** Runs a program with this standard output. Resolves to what it said, and its exit code. */
async function run(body: string, stdout: number | 'pipe', started: (child: ChildProcess) => void = () => undefined) {
  nextSaidPath();
  const child = spawn(process.execPath, ['--input-type=module', '-e', programOf(body)], {
    stdio: ['pipe', stdout, 'inherit'],
  });
  started(child);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return `${said()}exit ${code}`;
}

const said = () => (existsSync(saidPath) ? readFileSync(saidPath, 'utf8') : '');

async function runWithFile(body: string, path: string) {
  const file = openSync(path, 'a');
  const outcome = await run(body, file);
  closeSync(file);
  return outcome;
}

interface Line {
  readonly at?: number;
  readonly msg?: string;
  readonly dropped?: number;
}

const parse = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** All lines are there in order, but for those that one line says are missing. */
function expectWholeButForDropped(lines: readonly Line[]): void {
  const notices = lines.filter(({ msg }) => msg === DROPPED);
  expect(notices).toHaveLength(1);
  const places = lines.flatMap(({ at }) => (at === undefined ? [] : [at]));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places.length + notices[0]!.dropped!).toBe(LINES);
  expect(lines.at(-1)!.msg).toBe('after');
}

describe('the log', () => {
  async function linesOf(body: string): Promise<Line[]> {
    const path = join(folder, 'log');
    rmSync(path, { force: true });
    expect(await runWithFile(body, path)).toBe('exit 0');
    return parse(readFileSync(path, 'utf8'));
  }

  it('holds every line in order, though the process ends at once', async () => {
    const lines = await linesOf('writeLines(0, 1000); logger.info("終"); process.exit(0);');
    expect(lines.slice(0, -1).map(({ at }) => at)).toEqual(Array.from({ length: 1000 }, (_, at) => at));
    expect(lines.at(-1)!.msg).toBe('終');
  });

  it('writes a single line after a moment, and the rest at the end of the process', async () => {
    const lines = await linesOf(`import { readFileSync } from "node:fs";
      logger.info("one");
      const watch = setInterval(() => {
        if (readFileSync("${join(folder, 'log')}").length === 0) return;
        clearInterval(watch);
        logger.info("written");
      }, 20);`);
    expect(lines.map(({ msg }) => msg)).toEqual(['one', 'written']);
  });
});

describe('a log that cannot be written', () => {
  it('drops and counts lines on a full disk, while the process goes on, and ends', async () => {
    expect(await runWithFile(FLOOD, '/dev/full')).toBe('dropped exit 0');
    // Before anything could be tried.
    expect(await runWithFile('logger.info("one"); process.exit(3);', '/dev/full')).toBe('exit 3');
  });

  it('does so when its reader has gone', async () => {
    expect(await run(FLOOD, 'pipe', ({ stdout }) => stdout!.destroy())).toBe('dropped exit 0');
  });

  it('does so when nobody reads a pipe', async () => {
    const path = join(folder, 'pipe');
    spawnSync('mkfifo', [path]);
    const pipe = openSync(path, 'r+');
    expect(await run(FLOOD, pipe)).toBe('dropped exit 0');
    closeSync(pipe);
  });

  it('goes on with what waited when the reader goes on, and says in one line how many are missing', async () => {
    let text = '';
    const untilEnd = new Promise<void>((resolve) => {
      void run(FLOOD_AND_WAIT, 'pipe', async ({ stdout, stdin }) => {
        await until(() => said().includes('dropped'));
        stdout!.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        stdout!.once('end', resolve);
        await until(() => text.includes(DROPPED));
        stdin!.end();
      });
    });
    await untilEnd;
    expectWholeButForDropped(parse(text));
  });
});

const isLinux = process.platform === 'linux';
const disk = join(folder, 'disk');
mkdirSync(disk);
const isMounted = isLinux && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true });
});

describeIfAvailable(
  { isAvailable: isMounted, advice: 'no right to mount a small disk: run it as root', isOptional: true },
  'a log on a disk that was full',
  () => {
    it('goes on with what waited, in whole lines', async () => {
      const path = join(disk, 'log');
      const file = openSync(path, 'a');
      const outcome = await run(FLOOD_AND_WAIT, file, async ({ stdin }) => {
        await until(() => said().includes('dropped'));
        spawnSync('mount', ['-o', 'remount,size=16m', disk]);
        await until(() => readFileSync(path, 'utf8').includes(DROPPED));
        stdin!.end();
      });
      closeSync(file);
      expect(outcome).toBe('dropped exit 0');
      expectWholeButForDropped(parse(readFileSync(path, 'utf8')));
    });
  },
);

describeIfAvailable(
  { isAvailable: isLinux && spawnSync('script', ['--version']).status === 0, advice: 'no script(1)', isOptional: true },
  'a log at a terminal that nobody reads',
  () => {
    it('drops and counts lines, while the process goes on, and ends', async () => {
      nextSaidPath();
      const program = programOf(`say(process.stdout.isTTY); ${FLOOD}`);
      // Paths go by the environment: a folder may have a space in its name.
      const command = `"$NODE" --input-type=module -e '${program}' 2> /dev/null; echo "exit $?" >> "$SAID"`;
      // It gives the program a terminal, and waits for whoever reads its own output.
      const child = spawn('script', ['-qfc', command, '/dev/null'], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE: process.execPath, SAID: saidPath },
      });
      await until(() => said().includes('exit'));
      expect(said()).toBe('true dropped exit 0\n');
      child.kill('SIGKILL');
      child.stdout.destroy();
    });
  },
);
