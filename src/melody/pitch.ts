const STEPS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** MIDI pitch of a step (C … B), its alteration in semitones and its octave (4 holds middle C). */
export function pitchOfStep(step: string, alter: number, octave: number): number | undefined {
  const semitone = STEPS[step.toUpperCase()];
  return semitone === undefined ? undefined : (octave + 1) * 12 + semitone + alter;
}
