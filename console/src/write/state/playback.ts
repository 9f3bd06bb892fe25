import { signal } from '@preact/signals';
import type { SongLine } from '../model/document.ts';
import { type PlayedLine, play, playing, stopPlaying, type Voices } from '../play/player.ts';
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

/** Plays a line, or stops when something sounds. */
export function playLine(index: number): void {
  const line = song.peek().lines[index];
  if (playing.peek()) stopPlaying();
  else if (line) play([toPlayedLine(line)], song.peek().tempo, voices.peek());
}

/** Plays the song from a line on, or stops when something sounds. */
export function playSong(from = 0): void {
  if (playing.peek()) stopPlaying();
  else play(song.peek().lines.slice(from).map(toPlayedLine), song.peek().tempo, voices.peek());
}
