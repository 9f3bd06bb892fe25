import { closeWithEscape } from '../../app/keyboard.ts';
import type { SongLine } from '../model/document.ts';
import { passageAt } from '../model/sections.ts';
import { MISSING_NOTE_BEATS, type PlayTimes, playTimesOf } from '../model/timeline.ts';
import { type PlayedLine, playRounds, type Round } from '../player.ts';
import { soundOfSongLine } from './annotations.ts';
import { LOOPS, store, update } from './store.ts';

/** Lines of the open song as they are played; `from` to before `to`. */
function roundOf(from: number, to: number): Round {
  const song = store.song.peek();
  const times = playTimesOf(song, [from, to], sungLength);
  const lines = song.lines.slice(from, to).map((line, i) => toPlayedLine(line, times.lines[i]!));
  return { lines, seconds: times.seconds, voices: store.voices.peek() };
}

function sungLength(line: SongLine): number {
  return Math.max(soundOfSongLine(line).places.length, line.melody.length);
}

function toPlayedLine(line: SongLine, times: PlayTimes['lines'][number]): PlayedLine {
  const { characters, places } = soundOfSongLine(line);
  return {
    id: line.id,
    notes: times.map(({ at, seconds }, position) => {
      const note = line.melody[position];
      const place = places[position];
      return {
        pitch: note?.pitch ?? null,
        beats: note?.beats ?? MISSING_NOTE_BEATS,
        pieces: note?.pieces,
        jyutping: place === undefined ? null : (characters[place]?.jyutping ?? null),
        at,
        seconds,
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

function stopPlaying(): void {
  stop?.();
  stop = undefined;
}

function play(round: Round, next: () => Round | undefined = () => undefined): void {
  stopPlaying();
  const stopListening = closeWithEscape(stopPlaying);
  stop = playRounds(round, next, (cue) => {
    const current = store.playing.peek();
    if (cue === null) {
      stopListening();
      update({ playing: null });
    } else if (current?.lineId !== cue.lineId || current.position !== cue.position)
      update({ playing: { lineId: cue.lineId, position: cue.position } });
  });
}

/** Plays a line, or stops when something sounds. In a loop each round plays what it goes over as it is by then. */
export function playLine(index: number): void {
  const line = store.song.peek().lines[index];
  if (store.playing.peek()) stopPlaying();
  else if (line) play(roundOf(index, index + 1), () => nextRound(line.id));
}

/** The lines that a loop goes over from a line on; none where there is no loop. */
function loopRange(lineId: string): readonly [from: number, to: number] {
  const song = store.song.peek();
  const index = song.lines.findIndex(({ id }) => id === lineId);
  if (index < 0) return [0, 0];
  switch (store.loop.peek()) {
    case 'off':
      return [0, 0];
    case 'line':
      return [index, index + 1];
    case 'section': {
      const { start, end } = passageAt(song, index) ?? { start: index, end: index };
      return [start, end];
    }
  }
}

function nextRound(lineId: string): Round | undefined {
  const round = roundOf(...loopRange(lineId));
  // A heading has nothing to play: its silence would be repeated without end.
  return round.lines.some(({ notes }) => notes.length > 0) ? round : undefined;
}

/** Plays the song from a line on, in a loop that line or its section alone; or stops when something sounds. */
export function playSong(from = 0): void {
  const lineId = store.song.peek().lines[from]?.id;
  const round = lineId === undefined ? undefined : nextRound(lineId);
  if (store.playing.peek()) stopPlaying();
  else if (round) play(round, () => nextRound(lineId!));
  else play(roundOf(from, store.song.peek().lines.length));
}
