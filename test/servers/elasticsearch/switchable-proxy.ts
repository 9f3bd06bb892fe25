import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, made to swallow everything, or paused: what comes meanwhile is passed on when it is open again. */
type State = 'open' | 'cut' | 'silent' | 'paused';

export interface SwitchableProxy {
  readonly url: string;
  set(state: State): void;
  /** Connections that were asked for. */
  readonly connections: number;
  /** What was asked since this was last called: requests as they were sent. */
  requestLog(): string;
  stop(): Promise<void>;
}

/** Listens on loopback and passes on to `url`; `cut` at first when told so. */
export async function startProxy(url: string, initialState: 'open' | 'cut' = 'open'): Promise<SwitchableProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let state: State = initialState;
  let connections = 0;
  let requestLog = '';
  const track = (socket: Socket) => {
    sockets.add(socket);
    if (state === 'paused') socket.pause();
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((downstream) => {
    connections++;
    track(downstream);
    if (state === 'cut') return void downstream.destroy();
    const upstream = track(connect(Number(port), hostname));
    downstream.on('data', (data) => void (requestLog += String(data)));
    downstream.on('data', (data) => state === 'open' && upstream.write(data)).on('close', () => upstream.destroy());
    upstream.on('data', (data) => state === 'open' && downstream.write(data)).on('close', () => downstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    get connections() {
      return connections;
    },
    requestLog() {
      const text = requestLog;
      requestLog = '';
      return text;
    },
    set(next) {
      state = next;
      for (const socket of sockets) {
        if (next === 'cut') socket.destroy();
        else if (next === 'paused') socket.pause();
        else socket.resume();
      }
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
