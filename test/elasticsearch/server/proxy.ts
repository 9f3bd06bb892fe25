import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, or made to swallow everything. */
export interface SwitchableWay {
  readonly url: string;
  set(state: 'open' | 'cut' | 'silent'): void;
  /** Connections that were asked for. */
  readonly connections: number;
  /** What was asked since this was last called: requests as they were sent. */
  asked(): string;
  stop(): Promise<void>;
}

/** Listens on loopback and passes on to `url`; `cut` at first when told so. */
export async function startProxy(url: string, first: 'open' | 'cut' = 'open'): Promise<SwitchableWay> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = first;
  let connections = 0;
  let asked = '';
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((from) => {
    connections++;
    keep(from);
    if (state === 'cut') return void from.destroy();
    const to = keep(connect(Number(port), hostname));
    from.on('data', (data) => void (asked += String(data)));
    from.on('data', (data) => state === 'open' && to.write(data)).on('close', () => to.destroy());
    to.on('data', (data) => state === 'open' && from.write(data)).on('close', () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    get connections() {
      return connections;
    },
    asked() {
      const text = asked;
      asked = '';
      return text;
    },
    set(next) {
      state = next;
      if (next === 'cut') for (const socket of sockets) socket.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
