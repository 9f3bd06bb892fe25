import type { Severity } from '../../../../src/cantonese/melody.ts';
import type { Risk } from '../../../../src/workflow/risks.ts';
import type { SongLine } from '../model/document.ts';
import { leaderOf } from '../model/sections.ts';
import type { LineSound } from '../sound/line-sound.ts';
import { risksOf } from '../sound/song-summary.ts';
import { soundOfSongLine } from './annotations.ts';
import { song } from './song.ts';

export interface LineRisks {
  readonly own: readonly Risk[];
  /** Those that the first line sung to this melody has at the same note, too: the melody is heard as it is by then. */
  readonly shared: readonly Risk[];
}

const RANK: Readonly<Record<Severity, number>> = { oblique: 0, contrary: 1 };

export function risksOfLine(line: SongLine, sound: LineSound): LineRisks {
  const { tolerance } = song.value;
  const risks = risksOf(sound, line.melody, tolerance);
  const leader = leaderOf(song.value, line);
  if (!leader) return { own: risks, shared: [] };
  const known = risksOf(soundOfSongLine(leader), leader.melody, tolerance);
  const isShared = ({ position, severity }: Risk) =>
    known.some((one) => one.position === position && RANK[one.severity] >= RANK[severity]);
  return { own: risks.filter((risk) => !isShared(risk)), shared: risks.filter(isShared) };
}
