import { Command } from 'commander';
import { addKeyCommands } from '../../indexer/keys/commands.ts';

/** `lexicon keys` and `lexicon usage` without the rest of the tool, which takes longer to load. */
const program = new Command('lexicon');
addKeyCommands(program);
await program.parseAsync();
