/** One line of a plot: what it is, and its points. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

const [WIDTH, HEIGHT] = [720, 420];
const MARGIN = { left: 84, right: 190, top: 44, bottom: 56 } as const;
const COLOURS = ['#0b6e99', '#c2410c', '#4d7c0f', '#7e22ce', '#a16207', '#be123c'];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A plot with logarithmic axes as an SVG document. Every point must be above 0. */
export function svgOf({ title, x, y, series }: Plot): string {
  const all = series.flatMap(({ points }) => points);
  const xAxis = axis(
    all.map(([value]) => value),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const yAxis = axis(
    all.map(([, value]) => value),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<text x="${MARGIN.left}" y="24" font-size="15">${escaped(title)}</text>`,
    `<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 14}" text-anchor="middle">${escaped(x)}</text>`,
    `<text transform="translate(18 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
  ];
  for (const tick of xAxis.ticks) {
    const position = xAxis.place(tick);
    lines.push(
      `<path d="M${position} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}" stroke="#ddd"/>`,
      `<text x="${position}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${tick.toLocaleString('en')}</text>`,
    );
  }
  for (const tick of yAxis.ticks) {
    const position = yAxis.place(tick);
    lines.push(
      `<path d="M${MARGIN.left} ${position}H${WIDTH - MARGIN.right}" stroke="#ddd"/>`,
      `<text x="${MARGIN.left - 8}" y="${position + 4}" text-anchor="end">${tick}</text>`,
    );
  }
  series.forEach(({ name, points }, i) => {
    const colour = COLOURS[i % COLOURS.length]!;
    const plotted = points.map(([px, py]) => [xAxis.place(px), yAxis.place(py)] as const);
    lines.push(
      `<polyline points="${plotted.map((point) => point.join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...plotted.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`),
    );
    const legend = MARGIN.top + 14 + i * 20;
    lines.push(
      `<rect x="${WIDTH - MARGIN.right + 16}" y="${legend - 10}" width="12" height="12" fill="${colour}"/>`,
      `<text x="${WIDTH - MARGIN.right + 34}" y="${legend}">${escaped(name)}</text>`,
    );
  });
  return `${[...lines, '</svg>'].join('\n')}\n`;
}

/** Powers of ten that hold all values, and where a value lies between two places. */
function axis(values: readonly number[], from: number, to: number) {
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  const end = high === low ? low + 1 : high;
  return {
    ticks: Array.from({ length: end - low + 1 }, (_, i) => Number(`1e${low + i}`)),
    place: (value: number) => Math.round((from + ((Math.log10(value) - low) / (end - low)) * (to - from)) * 10) / 10,
  };
}
