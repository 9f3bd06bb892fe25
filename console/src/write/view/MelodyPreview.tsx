import type { ImportedPart } from '../../../../src/melody/imported.ts';
import { Button, Select, SignButton } from '../../app/controls.tsx';
import { t } from '../../app/i18n.ts';
import { ModalSheet } from '../../app/ModalSheet.tsx';
import { type LayRow, targetsOf } from '../model/lay-melody.ts';
import { nameOfPitch } from '../model/note-names.ts';
import { cancelLoad, choosePart, chooseTarget, moveBreak, readAndLay, takeLoad } from '../state/load-melody.ts';
import { type MelodyLoad, store } from '../state/store.ts';

const WORDS_SHOWN = 16;

/** A melody before it is taken: how its words are written, which part, where to, and what each line would get. */
export function MelodyPreview() {
  const load = store.melodyLoad.value;
  const question = store.encodingQuestion.value;
  return (
    <ModalSheet
      class="preview"
      title={t('load.title')}
      isOpen={(load ?? question) !== null}
      onClose={cancelLoad}
      focus=".reading, .parts input:checked, .take"
    >
      {(close) => {
        // Closed first: only then the focus may go to the lines.
        const closeThen = (action: () => void) => {
          close();
          action();
        };
        return (
          <>
            {load && <LoadChoices load={load} onTake={() => closeThen(() => takeLoad(load))} />}
            {/* The beginning of the file's texts in each encoding that they may be in. */}
            {question && (
              <div class="sheet-body">
                <p id="encoding-question">{t('load.encoding')}</p>
                <fieldset class="parts" aria-labelledby="encoding-question">
                  {question.choices.map(({ encoding, sample }) => (
                    <Button
                      key={encoding}
                      class="choice reading row"
                      onClick={() => closeThen(() => void readAndLay(question.file, encoding))}
                    >
                      <span class="han">{sample}</span>
                      <span class="quiet-text">{encoding.toUpperCase()}</span>
                    </Button>
                  ))}
                </fieldset>
              </div>
            )}
          </>
        );
      }}
    </ModalSheet>
  );
}

function LoadChoices({ load, onTake }: { readonly load: MelodyLoad; readonly onTake: () => void }) {
  const { song, rows } = load;
  const misfits = rows.filter(isMisfit).length;
  const hasWords = rows.some(({ sung }) => sung > 0);
  const verses = 1 + Math.max(0, ...(song.parts[load.part]?.notes ?? []).map((note) => note.verses?.length ?? 0));
  return (
    <>
      <div class="sheet-body">
        {song.parts.length > 1 && <Parts load={load} />}
        <TargetChoice load={load} />
        {verses > 1 && <p class="quiet-text">{t('load.verses {count}', { count: verses })}</p>}
        <ol class="lay-rows">
          {rows.map((row, i) => (
            <Row key={i} row={row} index={i} isLast={i === rows.length - 1} />
          ))}
        </ol>
      </div>
      <footer>
        <p role="status">
          {misfits > 0 ? t('load.misfits {count}', { count: misfits }) : hasWords ? t('load.fits') : ''}
        </p>
        <Button onClick={cancelLoad} text={t('load.cancel')} />
        <Button class="primary take" disabled={rows.length === 0} onClick={onTake} text={t('load.take')} />
      </footer>
    </>
  );
}

/** A line of words that has more notes than characters, or fewer. */
const isMisfit = ({ sung, phrase }: LayRow) => sung > 0 && phrase.length !== sung;

function Parts({ load: { song, part } }: { readonly load: MelodyLoad }) {
  return (
    <fieldset class="parts">
      <legend>{t('load.part')}</legend>
      {song.parts.map((one, i) => (
        <label key={i} class={i === part ? 'part chosen' : 'part'}>
          <input type="radio" name="part" checked={i === part} onChange={() => choosePart(i)} />
          <b>{one.name}</b>
          <span>{describe(one)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function TargetChoice({ load: { target } }: { readonly load: MelodyLoad }) {
  const targets = targetsOf(store.song.value);
  if (targets.length < 2) return null;
  return (
    <Select
      class="lay-target row"
      label={t('load.target')}
      value={String(targets.findIndex(({ start, end }) => start === target.start && end === target.end))}
      options={targets.map(({ name }, i) => [String(i), labelOfTarget(name)])}
      onChoose={(chosen) => chooseTarget(targets[Number(chosen)]!)}
    />
  );
}

function labelOfTarget(name: string): string {
  if (name === '') return t('load.wholeSong');
  return /^\d+$/u.test(name) ? t('load.stanza {name}', { name }) : name;
}

/** The notes that a line would get, with buttons that shift its end. */
function Row({ row, index, isLast }: { readonly row: LayRow; readonly index: number; readonly isLast: boolean }) {
  const { line, sung, phrase } = row;
  const name =
    line === null ? t('load.addedLine {number}', { number: index + 1 }) : t('load.line {number}', { number: line + 1 });
  return (
    <li class={isMisfit(row) ? 'lay-row misfit' : 'lay-row'}>
      <span class="lay-line clip">
        {name}
        <span class="han" lang="zh-HK">
          {row.text}
        </span>
      </span>
      <span class="lay-fit">
        {sung === 0
          ? t('load.notes {count}', { count: phrase.length })
          : t('load.fit {notes} {characters}', {
              notes: t('load.notes {count}', { count: phrase.length }),
              characters: t('load.characters {count}', { count: sung }),
            })}
      </span>
      <SignButton
        label={t('load.fewer {line}', { line: name })}
        isDisabled={phrase.length === 0}
        onPress={() => moveBreak(index, -1)}
        sign="−"
      />
      <SignButton
        label={t('load.more {line}', { line: name })}
        isDisabled={isLast}
        onPress={() => moveBreak(index, 1)}
        sign="+"
      />
    </li>
  );
}

function describe({ notes }: ImportedPart): string {
  const pitches = notes.map(({ pitch }) => pitch);
  const [low, high] = [pitches.reduce((a, b) => Math.min(a, b)), pitches.reduce((a, b) => Math.max(a, b))];
  const range = t('load.partNotes {count} {from} {to}', {
    count: notes.length,
    from: nameOfPitch(low),
    to: nameOfPitch(high),
  });
  const words = notes.map(({ syllable }) => syllable ?? '').join('');
  return words === ''
    ? range
    : `${range} · ${t('load.partWords {words}', { words: Array.from(words).slice(0, WORDS_SHOWN).join('') })}`;
}
