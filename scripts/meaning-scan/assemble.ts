import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openAssembler from 'wabt';

const FOLDER = join(import.meta.dirname, '../../src/lexicon/meaning-scan');

export const MODULE_FILE = join(FOLDER, 'scan-module.ts');

/** The text of {@link MODULE_FILE}: the module of scan.wat as bytes in base64. */
export async function moduleText(): Promise<string> {
  const assembler = await openAssembler();
  const module = assembler.parseWat('scan.wat', readFileSync(join(FOLDER, 'scan.wat'), 'utf8'));
  const { buffer } = module.toBinary({});
  const lines = Buffer.from(buffer)
    .toString('base64')
    .match(/.{1,120}/g)!;
  return [
    '/** The WebAssembly module of scan.wat. Made by "node scripts/meaning-scan/assemble.ts"; do not edit. */',
    `export const SCAN_MODULE_BASE64 = [`,
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(MODULE_FILE, await moduleText());
