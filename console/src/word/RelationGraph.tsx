import { useRef, useState } from 'preact/hooks';
import { t } from '../app/i18n.ts';
import { navigateTo } from './card.ts';
import { boxWidth, type GraphNode, layOut, neighbour } from './graph-layout.ts';
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
