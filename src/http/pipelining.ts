import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Most requests that may wait for the one before them on a connection. Few clients pipeline, and those send some ten at once. */
const MAX_PIPELINED = 50;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  current: Exchange;
  readonly waiting: Exchange[];
  /** Called when all are served. */
  afterwards?: () => void;
}

/** Connections with requests that are being served. */
const connections = new WeakMap<Duplex, Connection>();

/** What is being served on a connection, and what waits. */
export function connectionOf(socket: Duplex): Connection | undefined {
  return connections.get(socket);
}

/**
 * Serves the requests of a connection one after another, as their responses have to be sent anyway: a connection then takes one place
 * in the admission queue, and one request of a turn of the event loop, however many were sent at once. Hangs up on too many.
 */
export function oneAtATime(app: RequestListener): RequestListener {
  const serve = (connection: Connection) => {
    const { request, response } = connection.current;
    response.once('close', () => {
      if (connection.waiting.length > 0) {
        setImmediate(serveNext, connection);
        return;
      }
      connections.delete(request.socket);
      connection.afterwards?.();
    });
    app(request, response);
  };
  const serveNext = (connection: Connection) => {
    const { socket } = connection.current.request;
    if (!socket.writable) {
      connections.delete(socket);
      return;
    }
    connection.current = connection.waiting.shift()!;
    serve(connection);
  };
  return (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) {
      const opened: Connection = { current: { request, response }, waiting: [] };
      connections.set(socket, opened);
      serve(opened);
    } else if (connection.waiting.length < MAX_PIPELINED) connection.waiting.push({ request, response });
    else {
      stopParser(socket);
      socket.destroy();
    }
  };
}

/** What Node's parser takes for: nothing that follows is HTTP. */
const NO_MORE_REQUESTS = 2;

/** Else it goes through all that was read, though the connection is gone: more than a thousand requests, for 20 ms. */
function stopParser(socket: Duplex & { readonly parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => NO_MORE_REQUESTS;
}
