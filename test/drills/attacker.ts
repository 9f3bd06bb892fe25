import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What an attacker does with each of its connections. A connection that is closed is opened again. */
interface Attack {
  readonly url: string;
  /** Requests that are sent one behind the other, again and again; 0: a head that never ends. */
  readonly pipelined: number;
  /** Local addresses that it comes from, in turn. */
  readonly addresses: readonly string[];
  readonly connections: number;
}

export interface AttackSummary {
  /** Connections that were opened, again and again. */
  readonly opened: number;
  /** Status lines that came back, by status. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Attacks from a process of its own, with descriptors of its own, and so that what it computes delays no other caller. */
export function startAttack(attack: Attack): { stop(): Promise<AttackSummary> } {
  const child = fork(import.meta.filename, { execArgv: [] });
  const summary = new Promise<AttackSummary>((resolve, reject) => {
    child.once('message', (message) => resolve(message as AttackSummary));
    child.once('exit', (code) => reject(new Error(`the attacker ended with ${code}`)));
  });
  child.send(attack);
  return {
    async stop() {
      child.send('stop');
      const result = await summary;
      child.kill();
      return result;
    },
  };
}

/** Before a connection is opened again. Thousands at once would fill the kernel's backlog, which no service can help. */
const REOPEN_MS = { pipelined: 10, halfSent: 2_000 };

async function attackUntilStopped(attack: Attack): Promise<void> {
  const { hostname, port } = new URL(attack.url);
  const answers: Record<string, number> = {};
  let opened = 0;
  const isPipelined = attack.pipelined > 0;
  const bytes = isPipelined
    ? Buffer.from('GET /api/lexicon/browse?rhyme=oi HTTP/1.1\r\nHost: lexicon\r\n\r\n'.repeat(attack.pipelined))
    : 'GET / HTTP/1.1\r\nHost: lexicon\r\nX-Slow: ';
  const open = (index: number) => {
    const localAddress = attack.addresses[index % attack.addresses.length]!;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    const write = () => {
      if (socket.write(bytes) && isPipelined) setImmediate(write);
    };
    socket.setEncoding('latin1');
    socket.on('connect', () => {
      opened++;
      write();
    });
    if (isPipelined) socket.on('drain', write);
    socket.on('data', (text: string) => {
      for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) answers[status!] = (answers[status!] ?? 0) + 1;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(open, isPipelined ? REOPEN_MS.pipelined : REOPEN_MS.halfSent, index));
  };
  process.once('message', () => process.send!({ opened, answers } satisfies AttackSummary));
  for (let index = 0; index < attack.connections; index++) {
    open(index);
    if (index % 100 === 99) await sleep(20);
  }
}

if (import.meta.main) process.once('message', (attack) => void attackUntilStopped(attack as Attack));
