import { CONFIDENCES } from '../../../lexicon/entry.ts';
import type { EntryLine } from '../../../lexicon/formats.ts';
import { MAX_SEARCHED_READINGS } from '../../../lexicon/limits.ts';
import { numberList } from '../columns/number-list.ts';
import type { PackedReading, StoredFields } from '../columns/packed-lexicon.ts';

function storedFieldsOf(line: EntryLine): StoredFields {
  const { definition, senses, examples, readings, standard = [], variant_of: variantOf = '' } = line;
  const { definition_zh: definitionZh = '' } = line;
  const extraReadings = readings
    .slice(MAX_SEARCHED_READINGS)
    .map(
      (reading): PackedReading => [
        reading.jyutping,
        reading.code,
        reading.rhyme,
        CONFIDENCES.indexOf(reading.confidence),
      ],
    );
  const packed = senses.map(
    (sense) =>
      [sense.pos, sense.category, sense.definition === definition ? 0 : sense.definition, ...sense.synonyms] as const,
  );
  const fields = [definition, packed, examples, extraReadings, standard, variantOf, definitionZh] as const;
  const end = fields.findLastIndex((field) => field.length > 0) + 1;
  return fields.slice(0, Math.max(1, end)) as unknown as StoredFields;
}

/** The fields of all entries that only a card shows, as JSON end to end. */
export function storedFieldsList() {
  let buffer = Buffer.allocUnsafe(1 << 20);
  const starts = numberList();
  let length = 0;
  starts.push(0);
  return {
    add(line: EntryLine) {
      const text = JSON.stringify(storedFieldsOf(line));
      // A UTF-16 unit takes three bytes at most.
      if (length + text.length * 3 > buffer.length) {
        const grown = Buffer.allocUnsafe(buffer.length * 2 + text.length * 3);
        buffer.copy(grown, 0, 0, length);
        buffer = grown;
      }
      length += buffer.write(text, length);
      starts.push(length);
    },
    finish: () => ({ remainders: Uint8Array.from(buffer.subarray(0, length)), remainderStarts: starts.toUint32() }),
  };
}
