import type { Usage } from '../../../client/src/client.ts';
import { t } from '../app/i18n.ts';

type UsageDay = Usage['days'][number];

interface DayChartProps {
  readonly title: string;
  readonly days: readonly UsageDay[];
  readonly value: (day: UsageDay) => number;
}

const WIDTH = 480;
const HEIGHT = 140;
const LEFT = 40;
const BOTTOM = 20;
const TOP = 10;

/** A bar for each day. The table beside the charts says the same in numbers. */
export function DayChart({ title, days, value }: DayChartProps) {
  const maximum = topOfScale(Math.max(0, ...days.map(value)));
  const [plotWidth, baselineY] = [WIDTH - LEFT, HEIGHT - BOTTOM];
  const step = plotWidth / Math.max(1, days.length);
  const heightOf = (count: number) => (count / maximum) * (baselineY - TOP);
  const total = days.reduce((sum, day) => sum + value(day), 0);
  return (
    <figure class="chart">
      <figcaption>
        {title} <span class="quiet-text">{total.toLocaleString()}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}, ${t('usage.span {days}', { days: days.length })}: ${total}`}
      >
        {[0, maximum / 2, maximum].map((line) => (
          <g key={line}>
            <line class="grid" x1={LEFT} x2={WIDTH} y1={baselineY - heightOf(line)} y2={baselineY - heightOf(line)} />
            <text class="tick" x={LEFT - 6} y={baselineY - heightOf(line)} text-anchor="end">
              {Number.isInteger(line) ? line.toLocaleString() : ''}
            </text>
          </g>
        ))}
        {days.map((day, i) => (
          <rect
            key={day.day}
            class={i === days.length - 1 ? 'bar today' : 'bar'}
            x={LEFT + i * step + step * 0.15}
            width={step * 0.7}
            y={baselineY - heightOf(value(day))}
            height={heightOf(value(day))}
          >
            <title>{t('usage.barOf {day} {value}', { day: day.day, value: value(day).toLocaleString() })}</title>
          </rect>
        ))}
        {days.map(
          (day, i) =>
            (days.length - 1 - i) % 7 === 0 && (
              <text
                key={day.day}
                class="tick"
                x={i === days.length - 1 ? WIDTH : LEFT + (i + 0.5) * step}
                y={HEIGHT - 6}
                text-anchor={i === days.length - 1 ? 'end' : 'middle'}
              >
                {day.day.slice(5)}
              </text>
            ),
        )}
      </svg>
    </figure>
  );
}

/** A round number at or above the most, for the top of a chart: 1, 2 or 5 times a power of ten. */
function topOfScale(maximum: number): number {
  if (maximum <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(maximum));
  const factor = [1, 2, 5, 10].find((one) => one * power >= maximum) ?? 10;
  return factor * power;
}
