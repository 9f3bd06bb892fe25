import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument } from '../../src/openapi/openapi.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Validates instances against parts of the API document. */
export interface DocumentSchemas {
  /** What is wrong with `value`, a line for each fault; empty when it is as `schema` says. */
  faults(schema: unknown, value: unknown): string[];
}

/** @param strict answers may then have no field that the document does not name */
export function documentSchemas(document: ApiDocument, { strict = false } = {}): DocumentSchemas {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, strictRequired: false });
  ajv.addFormat('date', DATE).addFormat('date-time', DATE_TIME);
  const usedDocument = strict ? withClosedObjects(document) : document;
  ajv.addSchema(
    { $id: 'document', components: usedDocument.components } as AnySchema & object,
    'document',
    false,
    false,
  );
  // `components` is where the references lead to, not a keyword of schemas.
  ajv.addKeyword('components');
  // Compiling takes longer than most answers; a schema is asked for again and again.
  const compiled = new WeakMap<object, ValidateFunction>();
  return {
    faults(schema, value) {
      const cached = compiled.get(schema as object);
      const validate = cached ?? ajv.compile(rebased(strict ? withClosedObjects(schema) : schema) as AnySchema);
      if (!cached) compiled.set(schema as object, validate);
      return validate(value) ? [] : explain(validate);
    },
  };
}

function explain({ errors }: ValidateFunction): string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** References as they are written outside the document. */
function rebased(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));
}

/** Objects that are described by their properties, with nothing besides. */
function withClosedObjects<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    const isObject = value?.type === 'object' && value.properties && value.additionalProperties === undefined;
    return isObject ? { ...value, additionalProperties: false } : value;
  });
}

/** Validates whole documents by the JSON Schema of OpenAPI 3.1. */
export function openApiFaults(document: unknown): string[] {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    allErrors: true,
    formats: { uri: true, 'uri-reference': true, regex: true, 'media-range': true },
  });
  const file = new URL('./openapi-3.1.schema.json', import.meta.url);
  // Ajv loses its way at this dynamic reference, which leads nowhere else unless another dialect is plugged in.
  const text = readFileSync(file, 'utf8').replaceAll('"$dynamicRef": "#meta"', '"$ref": "#/$defs/schema"');
  const validate = ajv.compile(JSON.parse(text));
  return validate(document) ? [] : explain(validate);
}
