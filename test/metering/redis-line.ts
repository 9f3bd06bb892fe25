import { connect, createServer, type Server, type Socket } from 'node:net';

/** A line to Redis that can be cut, and mended again, at the same address. */
export interface RedisLine {
  readonly url: string;
  /** Ends every connection and takes no more. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** From the first question on that holds this text, questions still arrive, but no answer comes back. */
  deafenFrom(text: string): void;
  stop(): Promise<void>;
}

export async function redisLine(target: string): Promise<RedisLine> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let deaf = false;
  let last: string | undefined;
  let server: Server | undefined;
  let port = 0;

  const carry = (near: Socket) => {
    const far = connect(Number(targetPort || 6379), hostname);
    sockets.add(near).add(far);
    near.on('data', (data) => {
      if (last !== undefined && data.includes(last)) deaf = true;
      far.write(data);
    });
    far.on('data', (data) => {
      if (!deaf) near.write(data);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  };
  const mend = async () => {
    deaf = false;
    last = undefined;
    server = createServer(carry);
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  };
  const cut = async () => {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = undefined;
  };
  await mend();
  return {
    get url() {
      return `redis://127.0.0.1:${port}`;
    },
    cut,
    mend,
    deafenFrom: (text) => {
      last = text;
    },
    stop: cut,
  };
}
