import type { Severity, Tolerance } from '../../../../src/cantonese/melody.ts';
import type { Risk } from '../../../../src/lyrics/risks.ts';
import type { SongLine } from '../model/document.ts';
import type { LineSound } from '../model/line-sound.ts';
import { risksOf } from '../model/risks.ts';
import { leaderOf } from '../model/sections.ts';
import { soundOfSongLine } from './annotations.ts';
import { store } from './store.ts';

/** Risks of a line. */
interface LineRisks {
  /** Risks that are marked and counted. */
  readonly own: readonly Risk[];
  /** Risks that the leader has at the same note, at least as severe: listeners know the melody by then, so they are drawn faintly. */
  readonly shared: readonly Risk[];
}

const SEVERITY_RANK: Readonly<Record<Severity, number>> = { oblique: 0, contrary: 1 };

/** The rest of the song as far as the marks of a line depend on it. */
export interface RiskContext {
  readonly tolerance: Tolerance;
  /** The first line sung to this melody; undefined for that line itself and for a melody of its own. */
  readonly leader: SongLine | undefined;
}

export function riskContextOf(line: SongLine): RiskContext {
  return { tolerance: store.song.value.tolerance, leader: leaderOf(store.song.value, line) };
}

export function risksOfLine(line: SongLine, sound: LineSound, { tolerance, leader }: RiskContext): LineRisks {
  const risks = risksOf(sound, line.melody, tolerance);
  if (!leader) return { own: risks, shared: [] };
  const risksOfLeader = risksOf(soundOfSongLine(leader), leader.melody, tolerance);
  const isShared = ({ position, severity }: Risk) =>
    risksOfLeader.some((risk) => risk.position === position && SEVERITY_RANK[risk.severity] >= SEVERITY_RANK[severity]);
  return { own: risks.filter((risk) => !isShared(risk)), shared: risks.filter(isShared) };
}
