import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A folder that stands for the root of a container. Programs run in it with chroot, in namespaces of mounts and processes of their
 * own; what the base image would bring (a shell, system libraries) is this machine's, read-only, and Node is the project's own.
 */
export interface EnterOptions {
  readonly directory: string;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  /** As with `read_only: true` in compose: only these folders, and an empty /tmp, can be written to. */
  readonly writable?: readonly string[];
  /** npm's cache and settings of this machine are at hand. */
  readonly withNpm?: boolean;
}

/** As in the official image of Node. */
const USERS: Readonly<Record<string, number>> = { root: 0, node: 1000 };
const SYSTEM = [
  'bin',
  'sbin',
  'lib',
  'lib64',
  'lib32',
  'usr/bin',
  'usr/sbin',
  'usr/lib',
  'usr/lib64',
  'usr/share',
  'usr/libexec',
];
const SETTINGS = [
  'etc/ssl',
  'etc/alternatives',
  'etc/resolv.conf',
  'etc/hosts',
  'etc/nsswitch.conf',
  'etc/ld.so.cache',
];
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const NPM_HOME = 'usr/local/lib/node_modules/npm';
/** Where this machine's npm cache is mounted in a root. */
const NPM_CACHE = 'var/cache/npm';

export function userId(name: string): number {
  const id = USERS[name];
  if (id === undefined) throw new Error(`The base image has no user ${name}`);
  return id;
}

/** Lays out an empty root: places for this machine's system folders, the base image's users, the project's Node and npm. */
export function createRootFolder(root: string, node: string): void {
  for (const name of SYSTEM) {
    const hostPath = `/${name}`;
    if (!existsSync(hostPath)) continue;
    mkdirSync(join(root, dirname(name)), { recursive: true });
    if (lstatSync(hostPath).isSymbolicLink()) symlinkSync(readlinkSync(hostPath), join(root, name));
    else mkdirSync(join(root, name), { recursive: true });
  }
  for (const name of ['proc', 'dev', 'tmp', 'root', 'etc', 'home/node', 'usr/local/bin', 'usr/local/etc', NPM_HOME])
    mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  const users = Object.entries(USERS);
  const home = (name: string) => (name === 'root' ? '/root' : `/home/${name}`);
  writeFileSync(
    join(root, 'etc/passwd'),
    users.map(([name, id]) => `${name}:x:${id}:${id}::${home(name)}:/bin/sh\n`).join(''),
  );
  writeFileSync(join(root, 'etc/group'), users.map(([name, id]) => `${name}:x:${id}:\n`).join(''));
  copyFileSync(node, join(root, 'usr/local/bin/node'));
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
}

/** Starts a program in the root. Its first process there is number 1, as in a container: it gets signals only if it listens to them. */
export function enter(options: EnterOptions, workdir: string, program: readonly string[]): ChildProcess {
  const { directory: root, user, environment, writable, withNpm = false } = options;
  const id = userId(user);
  const variables = {
    PATH,
    HOME: user === 'root' ? '/root' : `/home/${user}`,
    ...(withNpm ? npmVariables() : {}),
    ...environment,
  };
  const lines = [
    'mount --make-rprivate /',
    `mount --bind ${shellQuote(root)} ${shellQuote(root)}`,
    ...bindings(withNpm).flatMap(([from, to]) => bindReadOnly(from, join(root, to))),
    ...(withNpm ? [`mkdir -p ${shellQuote(join(root, NPM_CACHE))}`, bind(npmCache(), join(root, NPM_CACHE))] : []),
    `mount -t proc proc ${shellQuote(join(root, 'proc'))}`,
    `mount --rbind /dev ${shellQuote(join(root, 'dev'))}`,
    ...(writable ?? []).map((path) => bind(join(root, path), join(root, path))),
    ...(writable
      ? [`mount -t tmpfs tmpfs ${shellQuote(join(root, 'tmp'))}`, `mount -o remount,bind,ro ${shellQuote(root)}`]
      : []),
    'exec "$@"',
  ];
  const chrootCommand = [
    ...['chroot', `--userspec=${id}:${id}`, root, '/usr/bin/env', '-i', '-C', workdir],
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    ...program,
  ];
  return spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', lines.join('\n'), 'sh', ...chrootCommand],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

/** What is shown of this machine in a root: its place here, its place there. */
function bindings(withNpm: boolean): [string, string][] {
  const mounts: [string, string][] = [
    // A system folder that is a link is one in the root too.
    ...SYSTEM.filter((name) => existsSync(`/${name}`) && !lstatSync(`/${name}`).isSymbolicLink()).map(sameName),
    ...SETTINGS.map(sameName),
    [npmFolder(), NPM_HOME],
  ];
  if (withNpm)
    mounts.push(
      [process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'), 'root/.npmrc'],
      [process.env.npm_config_globalconfig ?? '/usr/local/etc/npmrc', 'usr/local/etc/npmrc'],
    );
  return mounts.filter(([from]) => existsSync(from)).map(([from, to]) => [realpathSync(from), to]);
}

const sameName = (name: string): [string, string] => [`/${name}`, name];

/** npm says in its variables where it lies; the script is run by it. */
function npmFolder(): string {
  const program = process.env.npm_execpath;
  if (!program) throw new Error('Run this with "npm run image-stages": it takes npm from there.');
  return dirname(dirname(program));
}

function npmCache(): string {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  mkdirSync(cache, { recursive: true });
  return cache;
}

/** How this machine reaches the registry. */
function npmVariables(): Record<string, string> {
  const forwardedNames = [
    'NODE_EXTRA_CA_CERTS',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'no_proxy',
  ];
  return {
    ...Object.fromEntries(forwardedNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    npm_config_cache: `/${NPM_CACHE}`,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  };
}

function bindReadOnly(from: string, to: string): string[] {
  const createTarget = lstatSync(from).isDirectory()
    ? `mkdir -p ${shellQuote(to)}`
    : `[ -e ${shellQuote(to)} ] || touch ${shellQuote(to)}`;
  return [createTarget, bind(from, to), `mount -o remount,bind,ro ${shellQuote(to)}`];
}

function bind(from: string, to: string): string {
  return `mount --bind ${shellQuote(from)} ${shellQuote(to)}`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
