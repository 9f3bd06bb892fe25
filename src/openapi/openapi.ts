import { type CreateDocumentOptions, createDocument, type oas31, type ZodOpenApiPathsObject } from 'zod-openapi';
import { openPlans, type Plans } from '../metering/plans.ts';
import { type Endpoint, type ParameterValue, TAGS } from '../operations/operation.ts';
import { plansTable } from './metering-text.ts';
import { KEY_SCHEME, operationItem, serviceItems } from './paths.ts';
import { HEADERS, problemResponses, type RecordedExamples, readExamples } from './responses.ts';

/** Version of the interface, by semantic versioning; a change that breaks clients gets another base path instead. */
export const API_VERSION = '1.0.0';

interface DocumentOptions {
  readonly plans?: Plans;
  readonly examples?: RecordedExamples;
}

export type ApiDocument = oas31.OpenAPIObject;

/**
 * The OpenAPI 3.1 document of the service, from the very schemas that read its requests and describe its answers.
 * @param plans whose limits it tells; those that the service is delivered with unless given
 */
export function apiDocument(endpoints: readonly Endpoint[], options: DocumentOptions = {}): ApiDocument {
  const { plans = openPlans(), examples = readExamples() } = options;
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const method = endpoint.method === 'GET' ? 'get' : 'post';
    const item = operationItem(endpoint, plans, examples.operations[endpoint.id]);
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: item };
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Cantonese lyric lexicon',
        version: API_VERSION,
        description: description(plans),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The host that served this document' }],
      tags: [...TAGS],
      security: [{}, { [KEY_SCHEME]: [] }],
      paths: { ...paths, ...serviceItems(examples) },
      components: {
        securitySchemes: { [KEY_SCHEME]: { type: 'http', scheme: 'bearer', description: KEY_DESCRIPTION } },
        headers: { ...HEADERS },
        responses: problemResponses(examples),
      },
    },
    { override: tidySchema },
  );
  tidyParameters(document, examples);
  return document;
}

function tidyParameters(document: ApiDocument, examples: RecordedExamples): void {
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of [item.get, item.post]) {
      const exampleParameters = examples.operations[operation?.operationId ?? '']?.request.parameters ?? {};
      for (const parameter of operation?.parameters ?? [])
        if ('name' in parameter) tidyParameter(parameter, exampleParameters[parameter.name]);
    }
}

const KEY_DESCRIPTION =
  'An API key, `lex_…`. Without one you are served as anonymous, with lower limits. A key has scopes: `lex_read` (look up and search), `lex_workflow` (the lines of a song), `lex_ac` (autocomplete and nothing else: for a page that anyone can read; requests are counted for each of its visitors).';

function description(plans: Plans): string {
  return `A lexicon of Cantonese words for people who fit words to a melody.

**A first call needs no key**: \`GET /api/lexicon/search?code=33&rhyme_char=愛\` finds words of two high tones that rhyme with 愛.

**Tone-pair codes** (0243): one digit a character, 3 for tones 1 and 2, 4 for tones 3 and 5, 2 for tone 6, 0 for tone 4.

**Parameters** are checked: an unknown one is an error that names the nearest known one. Values that come from the data (a word, a
rhyme, a theme) never are errors: nothing found is an answer with \`total\` 0. How many words to list (\`limit\`, \`relations_limit\`,
\`max\`) is lowered to what there may be; every other number outside its range is an error. A list (\`code=33,34\`) has no empty value. Texts
hold no NUL, no half of a surrogate pair, and no more than 30 combining marks side by side.

**Pages** have \`limit\` and \`offset\`, or \`cursor\`: the \`next_cursor\` of the page before. \`total\` is exact. A Link header leads to the
next and the previous page.

**Caching**: a page may be used again for a minute (\`Cache-Control\`); its X-Quota headers are then those of before. After that ask with
If-None-Match: a 304 costs nothing, and counts as a request of its rate. \`If-None-Match: *\` names no copy: where it takes the answer to know
that there is one (a word or category in the path, a \`cursor\`), it costs what the answer costs.

**HEAD** is taken wherever GET is. It gives the headers alone, and costs and counts what GET does.

**Errors** are RFC 9457 problem documents whose \`detail\` says what to do next. Errors cost nothing.

**Versions**: answers may gain fields; nothing else changes under /api/lexicon. \`X-Lexicon-Generation\` names the data that answered.

**Limits** by plan, requests by group in a minute (\`GET /api/account\` tells yours, and X-Quota-Remaining what is left today):

${plansTable(plans)}
`;
}

type Override = NonNullable<CreateDocumentOptions['override']>;
type JsonSchema = Parameters<Override>[0]['jsonSchema'];

/** Zod adds the range of safe integers to every integer. */
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/**
 * Removes keywords without information for readers. Responses may gain fields in later versions, so their objects stay open;
 * requests stay closed.
 */
const tidySchema: Override = ({ jsonSchema, io }) => {
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
function tidyParameter(parameter: oas31.ParameterObject, example: ParameterValue | undefined): void {
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
