import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openAssembler from 'wabt';

const FOLDER = join(import.meta.dirname, '../../src/lexicon/meaning-scan');

export const MODULE_FILE = join(FOLDER, 'scan.wasm');

/** The bytes of {@link MODULE_FILE}: the module of scan.wat. */
export async function moduleBytes(): Promise<Buffer> {
  const assembler = await openAssembler();
  const module = assembler.parseWat('scan.wat', readFileSync(join(FOLDER, 'scan.wat'), 'utf8'));
  return Buffer.from(module.toBinary({}).buffer);
}

if (import.meta.main) writeFileSync(MODULE_FILE, await moduleBytes());
