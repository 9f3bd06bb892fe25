import { useRef, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import { navigateTo } from './card.ts';
import { wordMessages } from './messages.ts';

interface RelationGraphProps {
  readonly word: string;
  readonly synonyms: readonly string[];
  readonly antonyms: readonly string[];
}

const BOX_HEIGHT = 28;

/** The word with its nearest relations around it. Arrows go from word to word, Enter walks to one: its card opens in place. */
export function RelationGraph({ word, synonyms, antonyms }: RelationGraphProps) {
  const text = t(wordMessages);
  const { width, height, centre, nodes } = layOut(synonyms, antonyms);
  const [tabStop, setTabStop] = useState(nodes[0]?.word);
  const svg = useRef<SVGSVGElement>(null);
  const reachable = nodes.some((node) => node.word === tabStop) ? tabStop : nodes[0]?.word;

  const onKeyDown = (event: KeyboardEvent, node: GraphNode) => {
    if (event.key === 'Enter' || event.key === ' ') navigateTo(node.word);
    else {
      const next = neighbour(nodes, node, event.key);
      if (!next) return;
      setTabStop(next.word);
      svg.current?.querySelector<SVGElement>(`[data-node="${nodes.indexOf(next)}"]`)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset.
    <svg ref={svg} class="graph" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={text.graph(word)}>
      {nodes.map(({ word: other, relation, x, y }) => (
        <line key={`${relation} ${other}`} class={`edge ${relation}`} x1={centre.x} y1={centre.y} x2={x} y2={y} />
      ))}
      <g class="node self">
        <rect {...boxAt(centre.x, centre.y, boxWidth(word))} />
        <text x={centre.x} y={centre.y}>
          {word}
        </text>
      </g>
      {nodes.map((node, i) => (
        // biome-ignore lint/a11y/useSemanticElements: inside a drawing there are no buttons.
        <g
          key={`${node.relation} ${node.word}`}
          class={`node ${node.relation}`}
          role="button"
          data-node={i}
          tabindex={node.word === reachable ? 0 : -1}
          aria-label={text.walk[node.relation](node.word)}
          onClick={() => navigateTo(node.word)}
          onKeyDown={(event) => onKeyDown(event, node)}
        >
          <rect {...boxAt(node.x, node.y, boxWidth(node.word))} />
          <text x={node.x} y={node.y}>
            {node.word}
          </text>
        </g>
      ))}
    </svg>
  );
}

function boxAt(x: number, y: number, width: number) {
  return { x: x - width / 2, y: y - BOX_HEIGHT / 2, width, height: BOX_HEIGHT, rx: 6 };
}

/** Where the related words of a card stand: synonyms in arcs above the word, antonyms below it. */

type Relation = 'synonym' | 'antonym';

interface GraphNode {
  readonly word: string;
  readonly relation: Relation;
  /** Centre, in the graph's own units. */
  readonly x: number;
  readonly y: number;
}

interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly centre: { readonly x: number; readonly y: number };
  readonly nodes: readonly GraphNode[];
}

const WIDTH = 348;
const ROW_HEIGHT = 40;
/** Between the word and the first row. */
const CENTRE_GAP = 46;
const EDGE_MARGIN = 18;
const CHARACTER_WIDTH = 15;
const PADDING = 16;

/** Width of a word's box. */
function boxWidth(word: string): number {
  return Math.min(WIDTH - 2, [...word].length * CHARACTER_WIDTH + PADDING);
}

/** Rows of words that fit the width, nearest relations nearest to the word. */
function layOut(synonyms: readonly string[], antonyms: readonly string[]): GraphLayout {
  const above = rowsOf(synonyms);
  const below = rowsOf(antonyms);
  const centreY = above.length > 0 ? EDGE_MARGIN + (above.length - 1) * ROW_HEIGHT + CENTRE_GAP : EDGE_MARGIN;
  const nodes = [
    ...above.flatMap((row, i) => placeRow(row, 'synonym', centreY - CENTRE_GAP - i * ROW_HEIGHT)),
    ...below.flatMap((row, i) => placeRow(row, 'antonym', centreY + CENTRE_GAP + i * ROW_HEIGHT)),
  ];
  const height = centreY + EDGE_MARGIN + (below.length > 0 ? CENTRE_GAP + (below.length - 1) * ROW_HEIGHT : 0);
  return { width: WIDTH, height, centre: { x: WIDTH / 2, y: centreY }, nodes };
}

function rowsOf(words: readonly string[]): string[][] {
  const rows: string[][] = [];
  let used = 0;
  for (const word of words) {
    const width = boxWidth(word) + 6;
    const last = rows.at(-1);
    if (last && used + width <= WIDTH) {
      last.push(word);
      used += width;
    } else {
      rows.push([word]);
      used = width;
    }
  }
  return rows;
}

/** Spread over the width, the words at the sides a little nearer to the middle's height, as on an arc. */
function placeRow(row: readonly string[], relation: Relation, y: number): GraphNode[] {
  const total = row.reduce((sum, word) => sum + boxWidth(word), 0);
  const gap = (WIDTH - total) / (row.length + 1);
  let x = gap;
  return row.map((word) => {
    const width = boxWidth(word);
    const centre = x + width / 2;
    x += width + gap;
    return { word, relation, x: centre, y };
  });
}

/** The node that an arrow key leads to: the nearest one in that direction; undefined where none is. */
function neighbour(nodes: readonly GraphNode[], from: GraphNode, key: string): GraphNode | undefined {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const [dx, dy] = direction;
  let best: GraphNode | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const [ahead, aside] = [
      (node.x - from.x) * dx + (node.y - from.y) * dy,
      (node.x - from.x) * dy + (node.y - from.y) * dx,
    ];
    if (ahead <= 1) continue;
    const distance = ahead + 2 * Math.abs(aside);
    if (distance < nearest) [best, nearest] = [node, distance];
  }
  return best;
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
