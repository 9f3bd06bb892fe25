import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExampleService, startExampleService } from '../../scripts/document/example-service.ts';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { apiDocument } from '../../src/openapi/openapi.ts';
import { smallStore } from '../http/service.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';
import { clientCalls, openapiFetchProgram, orvalProgram, pythonCalls } from './client-calls.ts';
import {
  dependencyFile,
  GENERATORS,
  openWorkspace,
  PYTHON_GENERATOR,
  pythonCommand,
  type Workspace,
} from './generators.ts';

const document = apiDocument(ENDPOINTS);
const calls = clientCalls(document);
const STATUSES = calls.map(({ operation: { id } }) => `${id} 200`);

const CHECKED = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  '--allowImportingTsExtensions',
  '--lib',
  'esnext,dom,dom.iterable',
];
const MODULES = ['--target', 'esnext', '--module', 'nodenext', '--verbatimModuleSyntax'];

describe('generated clients', () => {
  let service: ExampleService;
  let workspace: Workspace;
  let key: string;
  beforeAll(async () => {
    service = await startExampleService(smallStore());
    key = service.bearer('writer').Authorization.slice('Bearer '.length);
    workspace = await openWorkspace();
    await workspace.write('openapi.json', JSON.stringify(document));
  });
  afterAll(async () => {
    await workspace.remove();
    await service.stop();
  });

  const linesOf = (output: string) => output.trim().split('\n');
  /** Checks a program's types, runs it, and returns the lines that it wrote. */
  const runChecked = async (name: string, program: string) => {
    await workspace.write(name, program);
    await workspace.run(process.execPath, dependencyFile('typescript/bin/tsc'), ...CHECKED, ...MODULES, name);
    return linesOf(await workspace.run(process.execPath, name));
  };

  describeIfAvailable(GENERATORS, 'in TypeScript', () => {
    it('by openapi-typescript call every operation', async () => {
      const generator = dependencyFile('openapi-typescript/bin/cli.js');
      await workspace.run(process.execPath, generator, 'openapi.json', '--output', 'types.ts');
      const program = openapiFetchProgram(calls, service.url, key);
      expect(await runChecked('fetch.ts', program)).toEqual(STATUSES);
    });

    it('by orval call every operation', async () => {
      const output = { target: './client.ts', client: 'fetch', baseUrl: service.url };
      const config = { lexicon: { input: { target: './openapi.json' }, output } };
      await workspace.write('orval.config.mjs', `export default ${JSON.stringify(config)};`);
      const generator = dependencyFile('orval/dist/bin/orval.mjs');
      await workspace.run(process.execPath, generator, '--config', 'orval.config.mjs');
      expect(await runChecked('orval.ts', orvalProgram(calls, key))).toEqual(STATUSES);
    });
  });

  describeIfAvailable(PYTHON_GENERATOR, 'in Python', () => {
    it('by openapi-python-client call every operation and parse every answer', async () => {
      await workspace.write('config.yaml', 'post_hooks: []\n');
      const files = ['--path', 'openapi.json', '--output-path', 'client', '--config', 'config.yaml'];
      const options = ['generate', ...files, '--meta', 'none', '--fail-on-warning'];
      await workspace.run(pythonCommand('openapi-python-client'), ...options);
      await workspace.write('calls.json', pythonCalls(document, calls));
      const program = 'call_every_operation.py';
      await workspace.write(program, await readFile(new URL(program, import.meta.url), 'utf8'));
      const lines = linesOf(await workspace.run(pythonCommand('python'), program, 'calls.json', service.url, key));
      expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(STATUSES);
      expect(lines.filter((line) => / (NoneType|Problem)$/.test(line))).toEqual([]);
    });
  });
});
