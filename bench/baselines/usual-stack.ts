import type { RequestListener } from 'node:http';
import compression from 'compression';
import cors from 'cors';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import { destination } from 'pino';
import { pinoHttp } from 'pino-http';

/**
 * What a team would otherwise write: Express with the usual middlewares, each with its defaults, and `res.json` of objects that are
 * at hand. Only the limit of requests a minute (5 by default) is one that no benchmark reaches, and its log goes to a file, as that of
 * the service does.
 *
 * @param responses JSON by method and address
 * @param routes method and path, as Express writes it
 * @param logFile path
 */
export function usualStack(
  responses: ReadonlyMap<string, string>,
  routes: Iterable<string>,
  logFile: string,
): RequestListener {
  const values = new Map([...responses].map(([request, body]) => [request, JSON.parse(body) as unknown]));
  const app = express();
  app.use(pinoHttp({}, destination(logFile)), helmet(), cors(), compression());
  app.use(rateLimit({ limit: Number.MAX_SAFE_INTEGER }), express.json());
  for (const route of routes) {
    const [method, path] = route.split(' ') as ['GET' | 'POST', string];
    const send: express.RequestHandler = (request, response) => {
      response.json(values.get(`${request.method} ${request.url}`));
    };
    if (method === 'POST') app.post(path, send);
    else app.get(path, send);
  }
  return app as RequestListener;
}
