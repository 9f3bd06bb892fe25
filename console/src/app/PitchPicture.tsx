import { type CodeDigit, isCodeDigit, levelOfCode } from '../../../src/cantonese/tone.ts';

const WIDTH = 28;
const HEIGHT = 14;
const STROKE = 2.5;

/** The pitch levels of a tone code (`340`) as steps on four heights, 28 by 14 px. Decorative: the code stands beside it as text. */
export function PitchPicture({ code }: { readonly code: string }) {
  const digits = [...code].filter(isCodeDigit);
  const step = WIDTH / Math.max(1, digits.length);
  const heightOf = (level: number) => HEIGHT - 2 - (level * (HEIGHT - 4)) / 3;
  return (
    <svg class="pitch-picture" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {digits.map((digit, i) => {
        const level = levelOfCode(digit);
        const y = heightOf(level);
        const [from, to] = [i * step + 1, (i + 1) * step - 1];
        return <line class={`pitch-${level}`} x1={from} y1={y} x2={to} y2={y} stroke-width={STROKE} />;
      })}
    </svg>
  );
}

/** The pitch level of a character. */
export function Level({ code }: { readonly code: CodeDigit | null }) {
  return (
    code && (
      <span class="level">
        {code}
        <PitchPicture code={code} />
      </span>
    )
  );
}
