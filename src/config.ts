import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The environment variables, read once. Every message names the variable and its allowed values. */

const port = (name: string) => {
  const message = `${name} must be a port: a whole number from 0 (any free one) to 65535`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value <= 65_535, message);
};

const isUrl = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

/**
 * Whether a password may have split the URL: an unencoded / # or ? ends the host, so that part of the password would be shown in
 * messages as the host.
 */
const hasTextAfterPath = (text: string): boolean => {
  const { pathname, search, hash } = new URL(text);
  return pathname.includes('@') || search !== '' || hash !== '';
};

const urlMessage = (name: string, protocols: readonly string[]) =>
  `${name} must be an address that begins with ${protocols.map((item) => `${item}//`).join(' or ')}`;

const urls = (name: string, protocols: readonly string[]) =>
  z
    .string()
    .refine((text) => text.split(',').every((item) => isUrl(item.trim(), protocols)), {
      message: `${urlMessage(name, protocols)}, or several with commas between them`,
      abort: true,
    })
    .refine((text) => !text.split(',').some((item) => hasTextAfterPath(item.trim())), {
      message: `${name} must have nothing after the path. A password with @ / # or ? is given as ELASTICSEARCH_PASSWORD, with ELASTICSEARCH_USERNAME`,
    })
    .optional();

/** Whether user and password are whole: / # or ? in them end the host, and a % must encode something. */
const hasWholeCredentials = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return !`${pathname}${search}`.includes('@') && hash === '' && isDecodable(text);
};

const redisUrl = z
  .string()
  .refine((text) => /^rediss?:\/\//i.test(text), {
    message: urlMessage('REDIS_URL', ['redis:', 'rediss:']),
    abort: true,
  })
  .refine(hasWholeCredentials, {
    message:
      'REDIS_URL must be redis://USER:PASSWORD@HOST:PORT/DATABASE, with @ / # ? and % in user and password percent-encoded (/ as %2F, % as %25)',
  })
  .optional();

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const environment = z.object({
  PORT: port('PORT').default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  KEEP_BUILD: z
    .enum(['true', 'false'], 'KEEP_BUILD must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
  LEXICON_ARCHIVE: z.string().optional(),
  ELASTICSEARCH_URL: urls('ELASTICSEARCH_URL', ['http:', 'https:']),
  ELASTICSEARCH_USERNAME: z.string().optional(),
  ELASTICSEARCH_PASSWORD: z.string().optional(),
  ELASTICSEARCH_API_KEY: z.string().optional(),
  ELASTICSEARCH_CA: z.string().optional(),
  REDIS_URL: redisUrl,
  PLANS_FILE: z.string().optional(),
  TRUST_PROXY: z.string().default('0').transform(readTrustProxy),
  CORS_ORIGINS: z
    .string()
    .default('*')
    .transform(splitList)
    .refine((origins) => origins.every(isOrigin), {
      message: 'CORS_ORIGINS must be * or origins such as https://lyrics.example, with commas between them',
    }),
  METRICS_PORT: port('METRICS_PORT').optional(),
  METRICS_HOST: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: () => `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

type VariableName = keyof typeof environment.shape;

export interface ElasticsearchConfig {
  /** The address of a node, or those of several with commas between them; without a user or password. */
  readonly url: string;
  /** Taken before a user and password. */
  readonly apiKey?: string;
  readonly username?: string;
  readonly password?: string;
  /** Certificate authority: PEM text, or the path of a PEM file. */
  readonly ca?: string;
}

export interface Config {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Folder of builds and the service's database. */
  readonly dataDir: string;
  /** Serve the build that is there although its inputs have changed: for whoever works on other code. */
  readonly keepBuild: boolean;
  /** A finished build in a file, to open in place of composing the lexicon. */
  readonly lexiconArchive: string | undefined;
  readonly elasticsearch: ElasticsearchConfig | undefined;
  readonly redisUrl: string | undefined;
  readonly plansFile: string | undefined;
  /** Express's `trust proxy`: number of proxies in front of the service, or their addresses. */
  readonly trustProxy: number | readonly string[];
  readonly corsOrigins: readonly string[];
  readonly metricsPort: number | undefined;
  /** Where metrics and probes are served; the address of the service unless given. */
  readonly metricsHost: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** The environment is invalid; the message has a line for each variable. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration. Any variable may be given as NAME_FILE instead: the path of a file that holds its value, as
 * orchestrators mount secrets. An empty variable counts as absent. Throws {@link ConfigError}.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const values: Partial<Record<VariableName, string>> = {};
  for (const name of Object.keys(environment.shape) as VariableName[]) {
    const value = readVariable(variables, name, problems);
    if (value !== undefined) values[name] = value;
  }
  const parsed = environment.safeParse(values);
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ message }) => message));
  else problems.push(...credentialProblems(parsed.data));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

function toConfig(env: Environment): Config {
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    keepBuild: env.KEEP_BUILD,
    lexiconArchive: env.LEXICON_ARCHIVE,
    elasticsearch: elasticsearchConfig(env),
    redisUrl: env.REDIS_URL,
    plansFile: env.PLANS_FILE,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST ?? env.HOST,
    logLevel: env.LOG_LEVEL,
  };
}

type Environment = z.output<typeof environment>;

function credentialProblems(env: Environment): string[] {
  const { ELASTICSEARCH_URL: urls = '', ELASTICSEARCH_USERNAME: username, ELASTICSEARCH_PASSWORD: password } = env;
  if ((username === undefined) !== (password === undefined))
    return ['ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD must be given together'];
  if (username !== undefined && splitList(urls).some((item) => new URL(item).username !== ''))
    return ['ELASTICSEARCH_USERNAME and a user in ELASTICSEARCH_URL are both given; leave one out'];
  if (!splitList(urls).every(isDecodable))
    return ['ELASTICSEARCH_URL must have % in its user and password as %25, or ELASTICSEARCH_PASSWORD be used'];
  return [];
}

function isDecodable(nodeUrl: string): boolean {
  const { username, password } = new URL(nodeUrl);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Removes user and password from URLs, which are shown in messages and logs. */
function elasticsearchConfig(env: Environment): ElasticsearchConfig | undefined {
  if (env.ELASTICSEARCH_URL === undefined) return undefined;
  const nodes = splitList(env.ELASTICSEARCH_URL);
  const urlWithUser = nodes.map((item) => new URL(item)).find((item) => item.username !== '');
  const username = env.ELASTICSEARCH_USERNAME ?? (urlWithUser && decodeURIComponent(urlWithUser.username));
  const password = env.ELASTICSEARCH_PASSWORD ?? (urlWithUser && decodeURIComponent(urlWithUser.password));
  return {
    url: nodes.map(withoutCredentials).join(','),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(env.ELASTICSEARCH_API_KEY === undefined ? {} : { apiKey: env.ELASTICSEARCH_API_KEY }),
    ...(env.ELASTICSEARCH_CA === undefined ? {} : { ca: env.ELASTICSEARCH_CA }),
  };
}

function withoutCredentials(nodeUrl: string): string {
  const url = new URL(nodeUrl);
  if (url.username === '' && url.password === '') return nodeUrl;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The value of a variable, or of the file that NAME_FILE names. Adds what is wrong to `problems`. */
function readVariable(
  variables: Readonly<Record<string, string | undefined>>,
  name: VariableName,
  problems: string[],
): string | undefined {
  const value = variables[name] || undefined;
  const path = variables[`${name}_FILE`] || undefined;
  if (path === undefined) return value;
  if (value !== undefined) {
    problems.push(`${name} and ${name}_FILE are both given; leave one out`);
    return undefined;
  }
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    problems.push(`${name}_FILE names a file that cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isOrigin(text: string): boolean {
  return text === '*' || (URL.canParse(text) && new URL(text).origin === text);
}

/** A number of proxies, or addresses, networks, `loopback`, `linklocal`, `uniquelocal`. */
function readTrustProxy(text: string, context: z.RefinementCtx): number | readonly string[] {
  if (/^\d+$/.test(text)) return Number(text);
  const addresses = splitList(text);
  if (
    addresses.length > 0 &&
    addresses.every((item) => /^([0-9a-f.:]+(\/\d+)?|loopback|linklocal|uniquelocal)$/i.test(item))
  )
    return addresses;
  const message = 'TRUST_PROXY must be how many proxies stand before the service (0 for none), or their addresses';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
