import type { Scope } from './metering/meter-port.ts';
import { callerAccount, callerUsage } from './operations/account.ts';
import { annotate } from './operations/annotate.ts';
import { autocomplete } from './operations/autocomplete.ts';
import { check } from './operations/check.ts';
import { fixContour } from './operations/fix-contour.ts';
import { homophones } from './operations/homophones.ts';
import { type Endpoint, endpoint } from './operations/operation.ts';
import { partners } from './operations/partners.ts';
import {
  creditForCharacter,
  creditForEachRelation,
  creditForSearchOrWord,
  creditForWord,
  credits,
} from './operations/prices.ts';
import { antonyms, synonyms } from './operations/relations.ts';
import { creditForEachSungLine, repairSong } from './operations/repair.ts';
import { rhymeClose } from './operations/rhyme-close.ts';
import { browse, categoryWords, search } from './operations/search.ts';
import { categories, sources, vocabulary } from './operations/vocabulary.ts';
import { word } from './operations/word.ts';
import { words } from './operations/words.ts';

const READ_SCOPES: readonly Scope[] = ['lex_read'];

const WORKFLOW_SCOPES: readonly Scope[] = ['lex_workflow'];
/** Not those keys that may do autocomplete and nothing else. */
const ACCOUNT_SCOPES: readonly Scope[] = ['lex_read', 'lex_workflow'];

const oneCredit = credits(1);
const workflowOptions = { group: 'workflow', scopes: WORKFLOW_SCOPES, ...credits(5) } as const;
const noCharge = credits(0);
const cachedPerQuery = { cacheScope: 'query' } as const;

/** Every endpoint of the lexicon: where it is, what it does, which rate counts it, which scopes open it, what a success costs. */
export const ENDPOINTS: readonly Endpoint[] = [
  endpoint('GET', '/api/lexicon/synonyms', synonyms, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForWord,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/antonyms', antonyms, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForWord,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/partners', partners, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForWord,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/word/{text}', word, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForEachRelation,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/browse', browse, {
    group: 'browse',
    scopes: READ_SCOPES,
    ...oneCredit,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/search', search, {
    group: 'search',
    scopes: READ_SCOPES,
    ...oneCredit,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/words', words, {
    group: 'search',
    scopes: READ_SCOPES,
    ...creditForSearchOrWord,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/categories', categories, {
    group: 'other',
    scopes: READ_SCOPES,
    ...oneCredit,
    cacheScope: 'generation',
  }),
  endpoint('GET', '/api/lexicon/category/{name}/words', categoryWords, {
    group: 'other',
    scopes: READ_SCOPES,
    ...oneCredit,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/vocabulary', vocabulary, {
    group: 'other',
    scopes: READ_SCOPES,
    ...oneCredit,
    cacheScope: 'generation',
  }),
  endpoint('GET', '/api/lexicon/homophones/{char}', homophones, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForCharacter,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/autocomplete', autocomplete, {
    group: 'autocomplete',
    scopes: ['lex_ac', 'lex_read'],
    ...oneCredit,
    ...cachedPerQuery,
  }),
  endpoint('POST', '/api/lexicon/annotate', annotate, {
    group: 'annotate',
    scopes: ['lex_read', 'lex_workflow'],
    ...oneCredit,
  }),
  endpoint('POST', '/api/lexicon/workflow/fix-contour', fixContour, workflowOptions),
  endpoint('POST', '/api/lexicon/workflow/check', check, workflowOptions),
  endpoint('POST', '/api/lexicon/workflow/repair', repairSong, {
    ...workflowOptions,
    ...creditForEachSungLine,
  }),
  endpoint('GET', '/api/lexicon/workflow/rhyme-close', rhymeClose, { ...workflowOptions, ...cachedPerQuery }),
  endpoint('GET', '/api/lexicon/sources', sources, {
    group: 'other',
    scopes: READ_SCOPES,
    ...noCharge,
    cacheScope: 'generation',
  }),
  endpoint('GET', '/api/account', callerAccount, { group: 'other', scopes: ACCOUNT_SCOPES, ...noCharge }),
  endpoint('GET', '/api/account/usage', callerUsage, { group: 'other', scopes: ACCOUNT_SCOPES, ...noCharge }),
];
