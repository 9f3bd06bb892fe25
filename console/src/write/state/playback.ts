import type { SongLine } from '../model/document.ts';
import { passageAt } from '../model/sections.ts';
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

/** Nothing, the line, its section, nothing. Turned off while it sounds, what is played comes to its end. */
export function toggleLoop(): void {
  const next = (LOOPS.indexOf(store.loop.peek()) + 1) % LOOPS.length;
  update({ loop: LOOPS[next]! });
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

/** Plays a line, or stops when something sounds. In a loop each round plays what it goes over as it is by then. */
export function playLine(index: number): void {
  const line = store.song.peek().lines[index];
  if (store.playing.peek()) stopPlaying();
  else if (line) play(roundOf([line]), () => nextRound(line.id));
}

/** What a loop goes over, from a line on; nothing where there is no loop. */
function loopedLines(lineId: string): readonly SongLine[] {
  const song = store.song.peek();
  const index = song.lines.findIndex(({ id }) => id === lineId);
  if (index < 0) return [];
  switch (store.loop.peek()) {
    case 'off':
      return [];
    case 'line':
      return [song.lines[index]!];
    case 'section': {
      const { start, end } = passageAt(song, index);
      return song.lines.slice(start, end);
    }
  }
}

function nextRound(lineId: string): Round | undefined {
  const round = roundOf(loopedLines(lineId));
  // A heading has nothing to play: its silence would be repeated without end.
  return round.lines.some(({ notes }) => notes.length > 0) ? round : undefined;
}

/** Plays the song from a line on, in a loop that line or its section alone; or stops when something sounds. */
export function playSong(from = 0): void {
  const lineId = store.song.peek().lines[from]?.id;
  const round = lineId === undefined ? undefined : nextRound(lineId);
  if (store.playing.peek()) stopPlaying();
  else if (round) play(round, () => nextRound(lineId!));
  else play(roundOf(store.song.peek().lines.slice(from)));
}
