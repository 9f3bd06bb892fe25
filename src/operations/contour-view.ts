import { z } from 'zod';
import type { ContourCharacter } from '../workflow/fix-contour.ts';

/** Parts of responses that fix-contour and check share. */

export const moveView = z.enum(['+', '-', '=']);

export const characterView = z
  .object({
    position: z.int().meta({ description: 'Sung position, from 0' }),
    char: z.string(),
    jyutping: z.string().nullable(),
    tone: z.int().min(1).max(6).nullable(),
    pitch: z.literal([0, 2, 4, 6]).nullable().meta({ description: 'Pitch level, 6 the highest' }),
    melody_move: moveView.nullable().meta({ description: 'Move of the melody into this character' }),
    lyric_move: moveView.nullable().meta({ description: 'Move of the tones into this character' }),
  })
  .meta({ id: 'ContourCharacter' });

export const normalizedFrom = z.string().optional().meta({
  description: 'The line as it was sent, where it is simplified and was read in its traditional form',
});

export const riskFields = {
  position: z.int().meta({ description: 'Sung position: the risk lies between it and the one before' }),
  melody_move: moveView,
  lyric_move: moveView,
  severity: z
    .enum(['contrary', 'oblique'])
    .meta({ description: 'contrary: in opposite directions; oblique: only one of them moves' }),
} as const;

export function toCharacterView({
  melodyMove,
  lyricMove,
  ...character
}: ContourCharacter): z.infer<typeof characterView> {
  return { ...character, melody_move: melodyMove, lyric_move: lyricMove };
}
