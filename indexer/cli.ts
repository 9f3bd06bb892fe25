#!/usr/bin/env node
import { Command } from 'commander';
import { ensureBuild } from './build.ts';
import { addElasticsearchCommands } from './elasticsearch/commands.ts';
import { addKeyCommands } from './keys/commands.ts';

const program = new Command('lexicon').description('Builds and checks the Cantonese lyric lexicon.');

program
  .command('build')
  .description('compose the lexicon, unless there is a build for the present inputs')
  .option('--source <file...>', 'your own entries and relations, one JSON object a line')
  .option('--skip-invalid', 'leave bad lines of your files out instead of failing')
  .option('--out <dir>', 'folder for builds (default: DATA_DIR, else .data)')
  .action(async (options: { source?: string[]; skipInvalid?: boolean; out?: string }) => {
    const { dir, manifest } = await ensureBuild({
      sources: options.source ?? [],
      skipInvalid: options.skipInvalid ?? false,
      ...(options.out === undefined ? {} : { out: options.out }),
    });
    console.log(JSON.stringify({ dir, ...manifest.counts, ...manifest.coverage }, null, 1));
  });

addElasticsearchCommands(program);
addKeyCommands(program);

await program.parseAsync();
