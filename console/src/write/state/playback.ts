import type { SongLine } from '../model/document.ts';
import { MISSING_NOTE_BEATS } from '../model/timeline.ts';
import { type PlayedLine, playRounds, type Round } from '../player.ts';
import { soundOfSongLine } from './annotations.ts';
import { store, update } from './store.ts';

function toPlayedLine(line: SongLine): PlayedLine {
  const { characters, places } = soundOfSongLine(line);
  const length = Math.max(places.length, line.melody.length);
  return {
    id: line.id,
    notes: Array.from({ length }, (_, position) => {
      const note = line.melody[position];
      const place = places[position];
      return {
        pitch: note?.pitch ?? null,
        beats: note?.beats ?? MISSING_NOTE_BEATS,
        rest: note?.rest,
        pieces: note?.pieces,
        jyutping: place === undefined ? null : (characters[place]?.jyutping ?? null),
      };
    }),
  };
}

/** Turned off while a line sounds, the line is played to its end. */
export function toggleLoop(): void {
  update({ isLooping: !store.isLooping.peek() });
}

let stop: (() => void) | undefined;

export function stopPlaying(): void {
  stop?.();
  stop = undefined;
}

function play(round: Round, next: () => Round | undefined = () => undefined): void {
  stopPlaying();
  stop = playRounds(round, next, (cue) => {
    const current = store.playing.peek();
    if (cue === null) update({ playing: null });
    else if (current?.lineId !== cue.lineId || current.position !== cue.position)
      update({ playing: { lineId: cue.lineId, position: cue.position } });
  });
}

function roundOf(lines: readonly SongLine[]): Round {
  return { lines: lines.map(toPlayedLine), tempo: store.song.peek().tempo, voices: store.voices.peek() };
}

/** Plays a line, or stops when something sounds. In a loop each round plays the line as it is by then. */
export function playLine(index: number): void {
  const line = store.song.peek().lines[index];
  if (store.playing.peek()) stopPlaying();
  else if (line) play(roundOf([line]), () => nextRound(line.id));
}

function nextRound(lineId: string): Round | undefined {
  const line = store.isLooping.peek() ? store.song.peek().lines.find(({ id }) => id === lineId) : undefined;
  const round = line && roundOf([line]);
  // A heading has nothing to play: its silence would be repeated without end.
  return round?.lines.some(({ notes }) => notes.length > 0) ? round : undefined;
}

/** Plays the song from a line on, in a loop that line alone; or stops when something sounds. */
export function playSong(from = 0): void {
  if (store.playing.peek()) stopPlaying();
  else if (store.isLooping.peek()) playLine(from);
  else play(roundOf(store.song.peek().lines.slice(from)));
}
