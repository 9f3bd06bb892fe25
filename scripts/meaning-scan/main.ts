import { writeFileSync } from 'node:fs';
import { MODULE_FILE, moduleText } from './assemble.ts';

writeFileSync(MODULE_FILE, await moduleText());
