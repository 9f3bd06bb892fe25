import type { Request, RequestHandler, Response } from 'express';

/**
 * The headers that middleware sets on every answer depend on nothing but the caller's Origin, if that: so each is asked once for
 * what it sets, and requests are given the list.
 *
 * @param origins those that any of the middleware treats in its own way
 * @returns for an Origin header, names and values in turn
 */
export function defaultHeaders(
  middleware: readonly RequestHandler[],
  origins: readonly string[],
): (origin: string | undefined) => readonly string[] {
  const setFor = (origin: string | undefined) => middleware.flatMap((one) => headersSetBy(one, origin));
  const known = new Map(origins.map((origin) => [origin, setFor(origin)]));
  const usual = setFor(undefined);
  return (origin) => (origin === undefined ? usual : (known.get(origin) ?? usual));
}

/** Runs a middleware on a response that only takes notes. Throws when it does not go on at once. */
function headersSetBy(middleware: RequestHandler, origin: string | undefined): string[] {
  const set = new Map<string, [name: string, value: string]>();
  const response = {
    getHeader: (name: string) => set.get(name.toLowerCase())?.[1],
    setHeader: (name: string, value: string) => void set.set(name.toLowerCase(), [name, String(value)]),
    removeHeader: (name: string) => void set.delete(name.toLowerCase()),
  };
  let done = false;
  const request = { method: 'GET', headers: origin === undefined ? {} : { origin } };
  middleware(request as unknown as Request, response as unknown as Response, () => {
    done = true;
  });
  if (!done) throw new Error('a middleware of standing headers must call next at once');
  return [...set.values()].flat();
}
