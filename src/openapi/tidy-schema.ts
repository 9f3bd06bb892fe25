import type { CreateDocumentOptions, oas31 } from 'zod-openapi';
import type { ParameterValue } from './examples.ts';

type Override = NonNullable<CreateDocumentOptions['override']>;
type JsonSchema = Parameters<Override>[0]['jsonSchema'];

/** Zod adds the range of safe integers to every integer. */
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/**
 * Removes keywords without information for readers. Responses may gain fields in later versions, so their objects stay open;
 * requests stay closed.
 */
export const tidySchema: Override = ({ jsonSchema, io }) => {
  inlineNull(jsonSchema);
  if (jsonSchema.type === 'number' && jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer';
  if (jsonSchema.minimum === -MAX_SAFE) delete jsonSchema.minimum;
  if (jsonSchema.maximum === MAX_SAFE) delete jsonSchema.maximum;
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/**
 * Writes `anyOf` a simple type and null as a list of two types, which every generator of clients reads: some take the members of an
 * `anyOf` for unrelated types. Children are tidied before their parents.
 */
function inlineNull(schema: JsonSchema): void {
  const [first, second, ...others] = schema.anyOf ?? [];
  if (second?.type !== 'null' || others.length > 0 || !SIMPLE_TYPES.has(String(first?.type))) return;
  delete schema.anyOf;
  const { type, enum: values, ...keywords } = first!;
  Object.assign(schema, { type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}), ...keywords });
}

const SIMPLE_TYPES = new Set(['string', 'number', 'integer']);

/**
 * Copies description and example from a parameter's schema to the parameter, where tools look for it. The example is the recorded
 * one, so that "try it out" starts with a request that works.
 */
export function tidyParameter(parameter: oas31.ParameterObject, example: ParameterValue | undefined): void {
  const { schema } = parameter;
  if (!schema || '$ref' in schema) return;
  const { description } = schema;
  if (description !== undefined) {
    parameter.description = description;
    delete schema.description;
  }
  if (example !== undefined) parameter.example = example;
  // Forms fill in defaults, and an offset is not allowed beside a cursor. Offset 0 is the default anyway.
  if (parameter.name === 'offset') delete schema.default;
}
