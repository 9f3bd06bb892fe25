import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import { quoted } from '../operations/parameters/parameters.ts';
import { type InvalidPart, invalidRequest, PROBLEMS, Problem } from '../problem.ts';
import { contextOf, type Step } from './request-context.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads JSON bodies of at most `limit` bytes, decompressed if need be, into the context of the request. */
export function jsonBody(limit: number): Step {
  const tooLarge = () =>
    new Problem('payload_too_large', {
      detail: `The body is larger than ${limit} bytes. ${PROBLEMS.payload_too_large.advice}`,
    });
  const readBytes = express.raw({ type: () => true, limit });
  return (request, response, next) => {
    checkContentType(request);
    // Refused before it is read: the reader refuses it only when all of it has arrived.
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
    readBytes(request as Request, response as Response, (error?: unknown) => {
      if (error) {
        next((error as BodyError).type === 'entity.too.large' ? tooLarge() : bodyProblem(error));
        return;
      }
      try {
        contextOf(response).body = parseJson((request as Request).body);
      } catch (problem) {
        next(problem);
        return;
      }
      next();
    });
  };
}

function checkContentType(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? '';
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1];
  const isJson = /^application\/json\s*(;|$)/i.test(type);
  if (!isJson || (charset && !/^utf-?8$/i.test(charset)))
    throw new Problem('unsupported_media_type', { headers: { 'Accept-Post': 'application/json' } });
}

function parseJson(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalidBody('is empty; send a JSON object');
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw invalidBody('is not UTF-8; encode it so');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which is private.
    throw invalidBody('is not JSON; check its quotes, commas and brackets');
  }
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined)
    throw invalidRequest([
      { in: 'body', name: quoted(repeated).slice(1, -1), message: 'is given more than once; give it once' },
    ]);
  return value;
}

/** A key that stands twice in one object of a valid JSON text: JSON.parse takes the last one in silence. */
function findRepeatedKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  let last = '';
  for (let at = 0; at < text.length; at++) {
    const token = text[at];
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token === '"') {
      const start = at++;
      while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      last = text.slice(start, at + 1);
    } else if (token === ':') {
      const key = JSON.parse(last) as string;
      const keys = open.at(-1)!;
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return undefined;
}

function invalidBody(message: string): Problem {
  const part: InvalidPart = { in: 'body', name: '', message: `the body ${message}` };
  return invalidRequest([part]);
}

/** An error of the body reader. */
interface BodyError {
  readonly type?: string;
}

function bodyProblem(error: unknown): unknown {
  switch ((error as BodyError).type) {
    case 'encoding.unsupported':
      return new Problem('unsupported_media_type', {
        detail: 'The Content-Encoding is not read here. Send the body as it is, or with gzip, deflate or br.',
      });
    case 'request.aborted':
    case 'request.size.invalid':
      return invalidBody('did not arrive whole; send it again');
    default:
      return error instanceof Problem ? error : invalidBody('cannot be read; send it uncompressed');
  }
}
