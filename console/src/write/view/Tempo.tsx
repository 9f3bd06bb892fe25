import { t } from '../../app/i18n.ts';
import { writeMessages } from '../messages.ts';
import { change, song } from '../state/song.ts';

const MIN_TEMPO = 20;
const MAX_TEMPO = 300;

/** Beats per minute at which the song is played and exported. */
export function Tempo() {
  const text = t(writeMessages);
  return (
    <label class="tempo">
      <span>{text.tempo} ♩ =</span>
      <input
        type="number"
        min={MIN_TEMPO}
        max={MAX_TEMPO}
        value={song.value.tempo}
        aria-label={`${text.tempo} (${text.tempoUnit})`}
        onChange={(event) => {
          const tempo = Math.min(MAX_TEMPO, Math.max(MIN_TEMPO, Math.round(event.currentTarget.valueAsNumber)));
          if (Number.isFinite(tempo)) change((document) => ({ ...document, tempo }));
          else event.currentTarget.valueAsNumber = song.peek().tempo;
        }}
      />
    </label>
  );
}
