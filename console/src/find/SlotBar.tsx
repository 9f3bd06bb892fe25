import { Choice } from '../app/controls.tsx';
import { t } from '../app/i18n.ts';
import { type Slot, slot, songTheme } from '../app/slot.ts';
import {
  availableUses,
  fitOnly,
  isTyped,
  lengthsOf,
  relaxationOf,
  type SlotUse,
  toggleNextLength,
  toggleRelaxation,
  toggleSlotUse,
  usesOf,
} from './find-state.ts';

/** The criteria of the slot: without a draft each can be disabled; otherwise only the melody can be added. */
export function SlotBar() {
  const target = slot.value;
  if (!target) return <p class="slot-bar slot-hint row wrap">{t('find.slotHint')}</p>;
  const { word, lineIndex } = target;
  return (
    <div class="slot-bar row wrap">
      <span class="slot-place">
        {word === ''
          ? t('find.slotNext {line}', { line: lineIndex + 1 })
          : t('find.slot {word} {line}', { word, line: lineIndex + 1 })}
      </span>
      {!isTyped.value && <SlotChoices target={target} />}
      {isTyped.value && target.codeOptions.length > 0 && (
        <Choice isChosen={fitOnly.value} onToggle={() => (fitOnly.value = !fitOnly.value)} text={t('find.fitOnly')} />
      )}
      {target.relaxations.length > 0 && <Impossible target={target} />}
    </div>
  );
}

function SlotChoices({ target }: { readonly target: Slot }) {
  const theme = songTheme.value;
  const [uses, lengths] = [usesOf(target), lengthsOf(target)];
  const label = (use: SlotUse) => {
    if (use === 'rhyme') return <span class="han"> {target.rhymeChar}</span>;
    return use === 'theme' ? <span class="han"> {theme}</span> : null;
  };
  return (
    <>
      {target.nextWords.map(({ length }) => (
        <Choice
          key={length}
          isChosen={lengths.includes(length)}
          onToggle={() => toggleNextLength(target, length)}
          text={t('find.notes {count}', { count: length })}
        />
      ))}
      {availableUses(target, theme).map((use) => (
        <Choice
          key={use}
          isChosen={uses.has(use)}
          onToggle={() => toggleSlotUse(target, use)}
          text={[t(`find.slotUse.${use}`), label(use)]}
        />
      ))}
    </>
  );
}

/** Why no word fits the place, and what would have to change; each change shows the words that would fit then. */
function Impossible({ target }: { readonly target: Slot }) {
  const chosen = relaxationOf(target);
  return (
    <div class="impossible wrap">
      <p>{t('find.impossible {word}', { word: target.word })}</p>
      {target.relaxations.map((relaxation, i) => (
        <Choice
          key={`${relaxation.kind} ${relaxation.side}`}
          isChosen={relaxation === chosen}
          onToggle={() => toggleRelaxation(target, i)}
          text={
            relaxation.kind === 'note'
              ? t('find.otherNote {char}', { char: relaxation.char })
              : t(`find.otherTone.${relaxation.direction} {char}`, { char: relaxation.char })
          }
        />
      ))}
    </div>
  );
}
