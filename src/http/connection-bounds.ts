import { readFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import express from 'express';
import { ipAccount } from '../metering/caller.ts';

/** What the process needs besides: files, the engine, the metering store, the listener of health and metrics. */
const RESERVED_DESCRIPTORS = 256;
/** An idle one takes 10 kB: all of them 100 MB. */
const MAX_CONNECTIONS = 10_000;
/** No address holds more than one in so many. */
const ADDRESS_SHARE = 10;
/** Where the limit cannot be read. */
const USUAL_DESCRIPTOR_LIMIT = 1_024;
const WARNING_INTERVAL_MS = 60_000;

export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
}

/** @param descriptorLimit how many descriptors the process may have */
export function connectionLimits(descriptorLimit: number = readDescriptorLimit()): ConnectionLimits {
  const available = Math.max(descriptorLimit - RESERVED_DESCRIPTORS, Math.floor(descriptorLimit / 2));
  const total = Math.min(available, MAX_CONNECTIONS);
  return { total, perAddress: Math.ceil(total / ADDRESS_SHARE) };
}

/** Linux alone tells it in a file. Node raises the soft limit to the hard one when it starts. */
function readDescriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))!;
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return USUAL_DESCRIPTOR_LIMIT;
  }
}

interface BoundsOptions {
  /** Express's "trust proxy". A trusted proxy's address stands for many callers, and has no bound of its own. */
  readonly trustProxy: number | readonly string[];
  readonly limits?: ConnectionLimits;
  readonly logger?: { warn(fields: object, message: string): void };
}

export type ConnectionBounds = ReturnType<typeof createConnectionBounds>;

/** Bounds the connections of a server, in total and by address: what is beyond is closed at once. */
export function createConnectionBounds({ trustProxy, limits = connectionLimits(), logger }: BoundsOptions) {
  // As Express understands it, which reads the caller's address by it.
  const trust = typeof trustProxy === 'number' ? trustProxy : [...trustProxy];
  const isProxy: (address: string, hop: number) => boolean = express().set('trust proxy', trust).get('trust proxy fn');
  const byAddress = new Map<string, number>();
  let [open, refused, warnedAt] = [0, 0, Number.NEGATIVE_INFINITY];

  const countRefusal = () => {
    refused++;
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    logger?.warn({ open, refused }, 'more connections are opened than may be: those beyond are closed');
  };

  return {
    apply(server: Server): void {
      server.maxConnections = limits.total;
      server.on('drop', countRefusal);
      server.on('connection', (socket: Socket) => {
        open++;
        const { remoteAddress = '' } = socket;
        const address = isProxy(remoteAddress, 0) ? undefined : ipAccount(remoteAddress);
        const count = (address === undefined ? 0 : (byAddress.get(address) ?? 0)) + 1;
        if (address !== undefined) byAddress.set(address, count);
        socket.once('close', () => {
          open--;
          if (address === undefined) return;
          const remaining = byAddress.get(address)! - 1;
          if (remaining > 0) byAddress.set(address, remaining);
          else byAddress.delete(address);
        });
        if (count <= limits.perAddress) return;
        countRefusal();
        socket.destroy();
      });
    },
    countOpen: () => open,
    countRefused: () => refused,
  };
}
