import { quoted } from '../operations/parameters/parameters.ts';
import { createValidationErrors } from '../operations/validation-errors.ts';

/** Names and values of a query (the part after `?`), in order. Throws a 400 that names each part which is no UTF-8. */
export function parseQueryString(search: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  const errors = createValidationErrors();
  for (const part of search.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const [rawName, rawValue] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
    const name = decodePart(rawName);
    const value = decodePart(rawValue);
    if (name === undefined || value === undefined)
      errors.add(() => ({
        in: 'query',
        name: quoted(name ?? rawName).slice(1, -1),
        message: 'is not percent-encoded UTF-8; encode names and values with encodeURIComponent or the like',
      }));
    else pairs.push([name, value]);
  }
  errors.throwIfAny();
  return pairs;
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
