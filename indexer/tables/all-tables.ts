import { TABLES } from './hand-written.ts';
import { QUALITY_TABLES } from './quality-tables.ts';
import { SOUND_TABLES } from './sound-tables.ts';

/** Every table that people write, for what is checked, sorted and described alike. */
export const ALL_TABLES = { ...TABLES, ...SOUND_TABLES, ...QUALITY_TABLES };
