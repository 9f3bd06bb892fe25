import type { Severity, Tolerance } from '../../../../src/cantonese/melody.ts';
import type { Risk } from '../../../../src/lyrics/risks.ts';
import type { SongLine } from '../model/document.ts';
import type { LineSound } from '../model/line-sound.ts';
import { risksOf } from '../model/risks.ts';
import { leaderOf } from '../model/sections.ts';
import { soundOfSongLine } from './annotations.ts';
import { store } from './store.ts';

interface LineRisks {
  readonly own: readonly Risk[];
  /** Those that the first line sung to this melody has at the same note, too: the melody is heard as it is by then. */
  readonly shared: readonly Risk[];
}

const RANK: Readonly<Record<Severity, number>> = { oblique: 0, contrary: 1 };

/** What the marks of a line depend on besides the line. */
export interface RiskContext {
  readonly tolerance: Tolerance;
  /** The first line sung to this melody; undefined where that is the line itself. */
  readonly leader: SongLine | undefined;
}

export function riskContextOf(line: SongLine): RiskContext {
  return { tolerance: store.song.value.tolerance, leader: leaderOf(store.song.value, line) };
}

export function risksOfLine(line: SongLine, sound: LineSound, { tolerance, leader }: RiskContext): LineRisks {
  const risks = risksOf(sound, line.melody, tolerance);
  if (!leader) return { own: risks, shared: [] };
  const known = risksOf(soundOfSongLine(leader), leader.melody, tolerance);
  const isShared = ({ position, severity }: Risk) =>
    known.some((one) => one.position === position && RANK[one.severity] >= RANK[severity]);
  return { own: risks.filter((risk) => !isShared(risk)), shared: risks.filter(isShared) };
}
