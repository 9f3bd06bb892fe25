import { describe, expect, it } from '@jest/globals';
import { extraReadings, sensesOf, storedFieldsPacker, storedFieldsReader } from '../../src/generation/stored-fields.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { entryLines } from '../contract/small-lexicon.ts';
import { full, toldSense } from './full-entry.ts';

const [line] = entryLines();
const bare: EntryLine = { ...line!, definition: '', examples: [], senses: [], readings: full.readings.slice(0, 4) };

function pack(...lines: EntryLine[]) {
  const packer = storedFieldsPacker();
  for (const one of lines) packer.add(one);
  return packer.finish();
}

describe('stored fields', () => {
  it('are read by name, whatever entries stand beside them', () => {
    const read = storedFieldsReader(pack(bare, full, { ...bare, definition_zh: '行' }));
    expect(read(1)).toMatchObject({
      definition: 'to walk',
      examples: ['行街'],
      standard: ['步行'],
      variantOf: '𠮷',
      definitionZh: '步行',
    });
    const { definition_zh: definitionZh, ...told } = toldSense;
    expect(sensesOf(read(1))).toEqual([
      ...full.senses.slice(0, 2),
      { ...full.senses[2], told: { ...told, definitionZh } },
    ]);
    expect(extraReadings(read(1), 4)).toEqual(full.readings.slice(4));
    expect(read(0)).toEqual({ definition: '' });
    expect([sensesOf(read(0)), extraReadings(read(0), 4)]).toEqual([[], []]);
    expect(read(2)).toMatchObject({ definition: '', standard: [], variantOf: '', definitionZh: '行' });
  });

  it('take no bytes for names, for what is empty at the end, and for a definition said twice', () => {
    const textOf = (one: EntryLine) => Buffer.from(pack(one).storedFields).toString();
    expect(textOf(bare)).toBe('[""]');
    const { definition } = full;
    const senses = full.senses.slice(0, 2);
    expect(textOf({ ...bare, definition, senses })).toBe(
      '["to walk",[["v","verb.motion",0,["走","步行"]],["n",null,"row",[]]]]',
    );
  });

  it('grow beyond a megabyte', () => {
    const long = { ...bare, definition: '長'.repeat(400_000) };
    const read = storedFieldsReader(pack(long, full, long));
    expect([read(0).definition.length, read(1).definition, read(2).definition.length]).toEqual([
      400_000,
      'to walk',
      400_000,
    ]);
  });
});
