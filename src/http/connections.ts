import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { ipAccount } from '../metering/meter-port.ts';
import { proxyTest, type TrustProxy } from './request-context.ts';

/** File descriptors for other uses: files, the engine, the metering store, the listener of health and metrics. */
const RESERVED_DESCRIPTORS = 256;
/** File descriptors assumed where the limit cannot be read. */
const USUAL_DESCRIPTORS = 1_024;
/** Open connections; an idle one takes 10 kB, all of them 100 MB. */
const MAX_CONNECTIONS = 10_000;
/** The share of the connections that one address may hold. */
const ADDRESS_SHARE = 1 / 10;
const WARNING_INTERVAL_MS = 60_000;

/** Time after which a connection is closed whose response makes no progress. */
const STALLED_RESPONSE_MS = 10_000;
/** Bytes of unread responses, beyond the system's buffers: more than 20 of the largest responses, and 5 per address. */
const MAX_UNREAD: Bound = { total: 64 * 2 ** 20, perAddress: 12 * 2 ** 20 };

/** Upper bounds on connections or on bytes. */
type Bound = Readonly<Record<'total' | 'perAddress', number>>;

export interface ConnectionLimits extends Bound {
  readonly unread?: Bound;
  readonly stalledResponseMs?: number;
}

/**
 * @param descriptors file descriptors that the process may have: Node raises the soft limit to the hard one when it
 * starts
 */
export function connectionLimits(descriptors: number = readDescriptorLimit()): ConnectionLimits {
  const available = Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 2));
  const total = Math.min(available, MAX_CONNECTIONS);
  return { total, perAddress: Math.ceil(total * ADDRESS_SHARE) };
}

function readDescriptorLimit(): number {
  // Without this the report would look up the names of peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  const { soft } = userLimits?.open_files ?? { soft: USUAL_DESCRIPTORS };
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft;
}

interface BoundsOptions {
  /** A trusted proxy's address stands for many callers, and has no bound of its own. */
  readonly trustProxy: TrustProxy;
  readonly limits?: ConnectionLimits;
  readonly logger?: { warn(fields: object, message: string): void };
}

export type ConnectionBounds = ReturnType<typeof createConnectionBounds>;

/**
 * Bounds a server's connections and its unread bytes, in total and per address; connections beyond are closed at once.
 */
export function createConnectionBounds({ trustProxy, limits = connectionLimits(), logger }: BoundsOptions) {
  const isProxy = proxyTest(trustProxy);
  const { unread: maxUnread = MAX_UNREAD, stalledResponseMs = STALLED_RESPONSE_MS } = limits;
  let [refused, warnedAt] = [0, Number.NEGATIVE_INFINITY];

  const countRefusal = () => {
    refused++;
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    logger?.warn({ open: open.total(), refused }, 'more connections are opened than may be: those beyond are closed');
  };
  const close = (socket: Socket) => {
    countRefusal();
    socket.destroy();
  };
  // No bound on the total, which `server.maxConnections` enforces.
  const open = createHoldings({ ...limits, total: Number.POSITIVE_INFINITY }, close);
  const unread = createHoldings(maxUnread, close);
  const addressOf = ({ remoteAddress = '' }: Socket) =>
    isProxy(remoteAddress, 0) ? undefined : ipAccount(remoteAddress);

  return {
    apply(server: Server): void {
      server.maxConnections = limits.total;
      server.on('drop', countRefusal);
      server.on('connection', (socket: Socket) => open.hold({ address: addressOf(socket), socket, amount: 1 }, socket));
      // Before the listener that answers, perhaps at once.
      server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
        // Node closes a connection that is idle for this time, and sets its own timeout anew for the next request.
        const closeWhenStalled = () => void socket.setTimeout(stalledResponseMs);
        // A piped response waits at its source, and may never end.
        response.on('pipe', closeWhenStalled);
        response.on('prefinish', () => {
          if (socket.writableLength === 0) return;
          closeWhenStalled();
          unread.hold({ address: addressOf(socket), socket, amount: socket.writableLength }, response);
        });
      });
    },
    countOpen: open.total,
    countRefused: () => refused,
  };
}

/** What a socket holds for a time: a connection, or bytes that are not read. */
interface Holding {
  /** Undefined for a proxy: it stands for many callers, and has no bound of its own. */
  readonly address: string | undefined;
  readonly socket: Socket;
  readonly amount: number;
}

/**
 * Adds up holdings. Beyond the bound per address the new one is closed; beyond the total the oldest one of the address that holds most.
 */
function createHoldings(bound: Bound, close: (socket: Socket) => void) {
  const holdings = new Set<Holding>();
  const amounts = new Map<string | undefined, number>();
  let total = 0;
  const add = (address: string | undefined, amount: number) => {
    total += amount;
    const held = (amounts.get(address) ?? 0) + amount;
    if (held === 0) amounts.delete(address);
    else amounts.set(address, held);
  };
  const release = (holding: Holding) => holdings.delete(holding) && add(holding.address, -holding.amount);
  const drop = (holding: Holding) => {
    release(holding);
    close(holding.socket);
  };
  const oldestOfLargestHolder = (): Holding => {
    const [largestHolder] = [...amounts].reduce((most, one) => (one[1] > most[1] ? one : most));
    return holdings.values().find(({ address }) => address === largestHolder)!;
  };
  return {
    total: () => total,
    /** @param until its event `close` ends the holding */
    hold(holding: Holding, until: EventEmitter): void {
      const { address, amount } = holding;
      holdings.add(holding);
      add(address, amount);
      until.once('close', () => release(holding));
      if (address !== undefined && amounts.get(address)! > bound.perAddress) drop(holding);
      while (total > bound.total) drop(oldestOfLargestHolder());
    },
  };
}
