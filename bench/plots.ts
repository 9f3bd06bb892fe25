import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svgOf } from './plot.ts';
import { readReport } from './report.ts';

/** Draws docs/performance/*.svg from the results of the last whole run: `node bench/plots.ts`. */
const FOLDER = new URL('../docs/performance/', import.meta.url);

function draw(name: string, svg: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileURLToPath(new URL(`${name}.svg`, FOLDER)), svg);
}

const { rows } = readReport('growth');
const series = ['page of 50', 'page with nine facets', 'autocomplete'].map((name) => ({
  name,
  points: rows.flatMap((row): (readonly [number, number])[] => {
    const size = row.name.startsWith(`${name}, `) ? /, (\d+) words$/.exec(row.name) : null;
    return size ? [[Number(size[1]), row.p50]] : [];
  }),
}));
const title = 'The embedded store as the lexicon grows, no answers kept';
draw('store-growth', svgOf({ title, x: 'words', y: 'median, milliseconds', series }));
