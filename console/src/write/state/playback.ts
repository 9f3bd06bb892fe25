import type { SongLine } from '../model/document.ts';
import { targetAt } from '../model/lay-melody.ts';
import { MISSING_NOTE_BEATS } from '../model/timeline.ts';
import { type PlayedLine, playRounds, type Round } from '../player.ts';
import { soundOfSongLine } from './annotations.ts';
import { LOOPS, store, update } from './store.ts';

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

/** Nothing is played again, the line at hand is, or its section. Turned off while it sounds, it is played to its end. */
export function nextLoop(): void {
  update({ loop: LOOPS[(LOOPS.indexOf(store.loop.peek()) + 1) % LOOPS.length]! });
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

/** Plays a line, or stops when something sounds. In a loop each round plays what is looped as it is by then. */
export function playLine(index: number): void {
  const line = store.song.peek().lines[index];
  if (store.playing.peek()) stopPlaying();
  else if (line) play(roundOf(loopedLines(line.id) ?? [line]), () => nextRound(line.id));
}

/** The line, or the lines of its section; undefined where nothing is looped. */
function loopedLines(lineId: string): readonly SongLine[] | undefined {
  const song = store.song.peek();
  const index = song.lines.findIndex(({ id }) => id === lineId);
  if (index < 0 || store.loop.peek() === 'off') return undefined;
  if (store.loop.peek() === 'line') return [song.lines[index]!];
  const { start, end } = targetAt(song, index);
  return song.lines.slice(start, end);
}

function nextRound(lineId: string): Round | undefined {
  const lines = loopedLines(lineId);
  const round = lines && roundOf(lines);
  // A heading has nothing to play: its silence would be repeated without end.
  return round?.lines.some(({ notes }) => notes.length > 0) ? round : undefined;
}

/** Plays the song from a line on, in a loop that line or its section alone; or stops when something sounds. */
export function playSong(from = 0): void {
  if (store.playing.peek()) stopPlaying();
  else if (store.loop.peek() !== 'off') playLine(from);
  else play(roundOf(store.song.peek().lines.slice(from)));
}
