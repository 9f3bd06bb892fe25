import { connect, createServer, type Server, type Socket } from 'node:net';

/** A line to Redis that can be cut, and mended again, at the same address. */
export interface RedisProxy {
  readonly url: string;
  /** Ends every connection and takes no more. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** From the first question on that holds this text, questions still arrive, but no answer comes back. */
  dropRepliesAfter(text: string): void;
  stop(): Promise<void>;
}

export async function startRedisProxy(target: string): Promise<RedisProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let dropsReplies = false;
  let dropTrigger: string | undefined;
  let server: Server | undefined;
  let port = 0;

  const pipeSockets = (downstream: Socket) => {
    const upstream = connect(Number(targetPort || 6379), hostname);
    sockets.add(downstream).add(upstream);
    downstream.on('data', (data) => {
      if (dropTrigger !== undefined && data.includes(dropTrigger)) dropsReplies = true;
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (!dropsReplies) downstream.write(data);
    });
    for (const [one, other] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  };
  const restore = async () => {
    dropsReplies = false;
    dropTrigger = undefined;
    server = createServer(pipeSockets);
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  };
  const cut = async () => {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = undefined;
  };
  await restore();
  return {
    get url() {
      return `redis://127.0.0.1:${port}`;
    },
    cut,
    restore,
    dropRepliesAfter: (text) => {
      dropTrigger = text;
    },
    stop: cut,
  };
}
