import { Command } from 'commander';
import { addFeedbackCommands } from '../../indexer/feedback/commands.ts';

/** `lexicon feedback` without the rest of the tool, which takes longer to load. */
const program = new Command('lexicon');
addFeedbackCommands(program);
await program.parseAsync();
