import { t } from '../app/i18n.ts';
import { slot } from '../app/slot.ts';
import { fitOnly, isTyped, SLOT_USES, type SlotUse, slotUses, toggleSlotUse } from './find-state.ts';
import { findMessages } from './messages.ts';

/** The criteria of the slot: without a draft each can be disabled; otherwise only the melody can be added. */
export function SlotBar() {
  const text = t(findMessages);
  const currentSlot = slot.value;
  if (!currentSlot) return <p class="slot-bar slot-hint">{text.slotHint}</p>;
  const hasMelody = currentSlot.codeOptions.length > 0;
  const uses: readonly SlotUse[] = SLOT_USES.filter((use) => {
    if (use === 'melody') return hasMelody;
    return use !== 'rhyme' || (currentSlot.endsLine && currentSlot.rhymeChar !== null);
  });
  return (
    <div class="slot-bar">
      <span class="slot-place">{text.slot(currentSlot.word, currentSlot.lineIndex + 1)}</span>
      {isTyped.value
        ? hasMelody && (
            <button
              type="button"
              class="value"
              aria-pressed={fitOnly.value}
              onClick={() => {
                fitOnly.value = !fitOnly.value;
              }}
            >
              {text.fitOnly}
            </button>
          )
        : uses.map((use) => (
            <button
              key={use}
              type="button"
              class="value"
              aria-pressed={slotUses.value.has(use)}
              onClick={() => toggleSlotUse(use)}
            >
              {text.slotUse[use]}
              {use === 'rhyme' && <span class="han"> {currentSlot.rhymeChar}</span>}
            </button>
          ))}
    </div>
  );
}
