#!/usr/bin/env node
import { Command } from 'commander';
import { explainError } from '../src/explain-error.ts';
import { DamagedBuildError } from '../src/generation/build-files.ts';
import { VERSION } from '../src/version.ts';
import { addLexiconCommands } from './commands.ts';
import { addElasticsearchCommands } from './elasticsearch/commands.ts';
import { addImportCommand } from './importers/commands.ts';
import { addKeyCommands } from './keys/commands.ts';
import { addMcpCommand } from './mcp/commands.ts';
import { addQualityCommand } from './quality/commands.ts';
import { addReadingsCommand } from './readings/commands.ts';

const program = new Command('lexicon')
  .description('Builds and checks the Cantonese lyric lexicon.')
  .version(VERSION, '--version', 'print the version');

addLexiconCommands(program);
addElasticsearchCommands(program);
addKeyCommands(program);
addMcpCommand(program);
addImportCommand(program);
addReadingsCommand(program);
addQualityCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(explainError(error, [DamagedBuildError]));
  process.exitCode = 1;
}
