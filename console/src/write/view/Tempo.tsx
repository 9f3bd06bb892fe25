import { t } from '../../app/i18n.ts';
import { writeMessages } from '../messages.ts';
import { change, song } from '../state/song.ts';

const SLOWEST = 20;
const FASTEST = 300;

/** Beats per minute at which the song is played and exported. */
export function Tempo() {
  const text = t(writeMessages);
  return (
    <label class="tempo">
      <span>{text.tempo} ♩ =</span>
      <input
        type="number"
        min={SLOWEST}
        max={FASTEST}
        value={song.value.tempo}
        aria-label={`${text.tempo} (${text.tempoUnit})`}
        onChange={(event) => {
          const tempo = Math.min(FASTEST, Math.max(SLOWEST, Math.round(event.currentTarget.valueAsNumber)));
          if (Number.isFinite(tempo)) change((document) => ({ ...document, tempo }));
          else event.currentTarget.valueAsNumber = song.peek().tempo;
        }}
      />
    </label>
  );
}
