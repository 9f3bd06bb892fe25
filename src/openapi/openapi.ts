import { createDocument, type oas31, type ZodOpenApiPathsObject } from 'zod-openapi';
import { openPlans, type Plans } from '../metering/plans.ts';
import type { Endpoint } from '../operations/operation.ts';
import { type RecordedExamples, readExamples } from './examples.ts';
import { HEADERS } from './headers.ts';
import { plansTable } from './metering-text.ts';
import { KEY_SCHEME, operationItem } from './operation-item.ts';
import { problemResponses } from './problem-responses.ts';
import { serviceItems } from './service-items.ts';
import { TAGS } from './tags.ts';
import { tidyParameter, tidySchema } from './tidy-schema.ts';

/** Of the interface, by semantic versioning; a change that breaks clients gets another base path instead. */
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
      tags: TAGS.map(({ name, description }) => ({ name, description })),
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
  'An API key, `lex_…`. Without one you are served as anonymous, with lower limits. A key has scopes: `lex_read` (look up and search), `lex_workflow` (the lines of a song), `lex_ac` (autocomplete and nothing else: for a page that anyone can read).';

function description(plans: Plans): string {
  return `A lexicon of Cantonese words for people who fit words to a melody.

**A first call needs no key**: \`GET /api/lexicon/search?code=33&rhyme_char=愛\` finds words of two high tones that rhyme with 愛.

**Tone-pair codes** (0243): one digit a character, 3 for tones 1 and 2, 4 for tones 3 and 5, 2 for tone 6, 0 for tone 4.

**Parameters** are checked: an unknown one is an error that names the nearest known one. Values that come from the data (a word, a
rhyme, a theme) never are errors: nothing found is an answer with \`total\` 0.

**Pages** have \`limit\` and \`offset\`, or \`cursor\`: the \`next_cursor\` of the page before. \`total\` is exact. A Link header leads to the
next and the previous page.

**Caching**: a page may be used again for a minute (\`Cache-Control\`); its X-Quota headers are then those of before. After that ask with
If-None-Match: a 304 costs nothing, and counts as a request of its rate.

**Errors** are RFC 9457 problem documents whose \`detail\` says what to do next. Errors cost nothing.

**Versions**: answers may gain fields; nothing else changes under /api/lexicon. \`X-Lexicon-Generation\` names the data that answered.

**Limits** by plan, requests by group in a minute (\`GET /api/account\` tells yours, and X-Quota-Remaining what is left today):

${plansTable(plans)}
`;
}
