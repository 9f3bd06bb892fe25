import type { CreateDocumentOptions, oas31 } from 'zod-openapi';
import type { ParameterValue } from './examples.ts';

/** Zod says of every integer that it is one which a double can count. */
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/**
 * Leaves out what says nothing to a reader. Answers may gain fields in later versions, so that their objects are left open;
 * requests stay closed: an unknown field is an error.
 */
export const tidySchema: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, io }) => {
  if (jsonSchema.minimum === -MAX_SAFE) delete jsonSchema.minimum;
  if (jsonSchema.maximum === MAX_SAFE) delete jsonSchema.maximum;
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/**
 * Brings what the schema of a parameter says up to the parameter, where readers and tools look for it. The example is the value
 * that the operation's own example was asked with, so that "try it out" begins with a request that is known to work.
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
  // Forms fill defaults in, and an offset cannot stand beside a cursor: 0 is what no offset means anyway.
  if (parameter.name === 'offset') delete schema.default;
}
