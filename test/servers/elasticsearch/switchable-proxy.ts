import { connect, createServer, type Socket } from 'node:net';

/**
 * A way to a server that can be cut, made to swallow everything, to pass on requests and swallow their answers, or paused: what comes
 * meanwhile is passed on when it is open again.
 */
type State = 'open' | 'cut' | 'silent' | 'mute' | 'paused';

export interface SwitchableProxy {
  readonly url: string;
  set(state: State): void;
  /** Mute from the first request on that holds this text. */
  muteAfter(text: string): void;
  /** Connections that were asked for. */
  readonly connections: number;
  /** What was asked since this was last called: requests as they were sent. */
  requestLog(): string;
  stop(): Promise<void>;
}

/** Listens on loopback and passes on to `url`; `cut` at first when told so. */
export async function startProxy(url: string, initialState: 'open' | 'cut' = 'open'): Promise<SwitchableProxy> {
  const { protocol, hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let state: State = initialState;
  let connections = 0;
  let requestLog = '';
  let muteTrigger: string | undefined;
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
    downstream.on('data', (data) => {
      requestLog += String(data);
      if (muteTrigger !== undefined && data.includes(muteTrigger)) state = 'mute';
      if (state === 'open' || state === 'mute') upstream.write(data);
    });
    downstream.on('close', () => upstream.destroy());
    upstream.on('data', (data) => state === 'open' && downstream.write(data)).on('close', () => downstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    url: `${protocol}//127.0.0.1:${address.port}`,
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
      muteTrigger = undefined;
      for (const socket of sockets) {
        if (next === 'cut') socket.destroy();
        else if (next === 'paused') socket.pause();
        else socket.resume();
      }
    },
    muteAfter(text) {
      muteTrigger = text;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
