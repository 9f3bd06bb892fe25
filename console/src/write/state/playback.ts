import { signal } from '@preact/signals';
import type { SongLine } from '../model/document.ts';
import { type PlayedLine, play, playing, type Round, stopPlaying, type Voices } from '../play/player.ts';
import { soundOfSongLine } from './annotations.ts';
import { song } from './song.ts';

export const voices = signal<Voices>('both');

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
        beats: note?.beats ?? 1,
        jyutping: place === undefined ? null : (characters[place]?.jyutping ?? null),
      };
    }),
  };
}

/** Whether the line at hand is played again and again. */
export const isLooping = signal(false);

/** Turned off while a line sounds, the line is played to its end. */
export function toggleLoop(): void {
  isLooping.value = !isLooping.peek();
}

function roundOf(lines: readonly SongLine[]): Round {
  return { lines: lines.map(toPlayedLine), tempo: song.peek().tempo, voices: voices.peek() };
}

/** Plays a line, or stops when something sounds. In a loop each round plays the line as it is by then. */
export function playLine(index: number): void {
  const line = song.peek().lines[index];
  if (playing.peek()) stopPlaying();
  else if (line) play(roundOf([line]), () => nextRound(line.id));
}

function nextRound(lineId: string): Round | undefined {
  const line = isLooping.peek() ? song.peek().lines.find(({ id }) => id === lineId) : undefined;
  const round = line && roundOf([line]);
  // A heading has nothing to play: its silence would be repeated without end.
  return round?.lines.some(({ notes }) => notes.length > 0) ? round : undefined;
}

/** Plays the song from a line on, in a loop that line alone; or stops when something sounds. */
export function playSong(from = 0): void {
  if (playing.peek()) stopPlaying();
  else if (isLooping.peek()) playLine(from);
  else play(roundOf(song.peek().lines.slice(from)));
}
