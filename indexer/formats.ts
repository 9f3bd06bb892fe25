import { z } from 'zod';
import { entryLine, manifest, operatorLine, relationLine } from '../src/lexicon/formats.ts';

/** The formats of a built lexicon and of operators' files, by the name of their schema's file. */
const FORMATS = {
  entries: { schema: entryLine, title: 'A line of entries.jsonl', io: 'output' },
  relations: { schema: relationLine, title: 'A line of relations.jsonl', io: 'output' },
  manifest: { schema: manifest, title: 'manifest.json', io: 'output' },
  operator: { schema: operatorLine, title: "A line of an operator's own file", io: 'input' },
} as const;
export type FormatName = keyof typeof FORMATS;

/** JSON Schemas (draft 2020-12) of all formats, generated from the schemas that the code validates with. */
export function jsonSchemas(): Record<FormatName, object> {
  return Object.fromEntries(
    Object.entries(FORMATS).map(([name, { schema, title, io }]) => [
      name,
      { title, ...z.toJSONSchema(schema, { io, reused: 'inline' }) },
    ]),
  ) as Record<FormatName, object>;
}

export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
