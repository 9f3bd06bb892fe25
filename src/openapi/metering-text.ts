import { RATE_GROUPS } from '../metering/meter-port.ts';
import type { Plans } from '../metering/plans.ts';
import type { Endpoint } from '../operations/operation.ts';
import {
  creditForCharacter,
  creditForEachRelation,
  creditForSearchOrWord,
  creditForWord,
} from '../operations/prices.ts';
import { creditForEachSungLine } from '../operations/repair.ts';

/** Texts on prices and rates in the OpenAPI document. */

type PricedEndpoint = Pick<Endpoint, 'cost' | 'costEstimate'>;

const A_WORD_A_DAY = '1 credit for each word a day, whatever the other parameters';

/** Texts on the prices that depend on the request or its answer, by their `cost`. */
const VARIABLE_COSTS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [creditForWord.cost, A_WORD_A_DAY],
  [creditForCharacter.cost, '1 credit for each character a day, whatever the other parameters'],
  [
    creditForEachRelation.cost,
    '1 credit for each related word that is listed, and at least 1; asked again the same day, only what exceeds the most already paid for that word. With `relations_limit=10` a card costs at most 20',
  ],
  [
    creditForSearchOrWord.cost,
    '1 credit; for the relatives of a word (`rel_syn`, `rel_jjb` and the like) 1 credit for each word a day, whatever the other parameters',
  ],
  [creditForEachSungLine.cost, '1 credit for each sung line, and at least 5'],
]);

/** Credits that every request to an endpoint costs; undefined where they vary. */
function flatCredits({ cost, costEstimate }: PricedEndpoint): number | undefined {
  if (VARIABLE_COSTS.has(cost)) return undefined;
  return costEstimate?.maxCredits({ path: {}, query: {}, body: undefined });
}

export function isFree(endpoint: PricedEndpoint): boolean {
  return flatCredits(endpoint) === 0;
}

function costText(endpoint: PricedEndpoint): string {
  const credits = flatCredits(endpoint);
  if (credits === 0) return 'nothing';
  if (credits !== undefined) return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  return VARIABLE_COSTS.get(endpoint.cost) ?? A_WORD_A_DAY;
}

/** Cost, rate and scopes of an endpoint, as Markdown. */
export function meteringText(endpoint: Endpoint, plans: Plans): string {
  const { group, scopes } = endpoint;
  const rates = planRows(plans).map(({ name, rates }) => `${rates[group]} ${planLabel(name)}`);
  const groupLabel = group === 'other' ? 'these endpoints together' : `the group \`${group}\``;
  return [
    `- **Cost**: ${costText(endpoint)}.`,
    `- **Requests a minute** (${groupLabel}): ${rates.join(', ')}.`,
    `- **A key needs** ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
  ].join('\n');
}

/** A description that ended with a {@link meteringText}, with its cost alone at the end. */
export function withoutRates(description: string): string {
  const [text = '', metering] = description.split('\n\n- **Cost**: ');
  return metering === undefined ? text : `${text} Cost: ${metering.slice(0, metering.indexOf('\n'))}`;
}

function planLabel(plan: string): string {
  return plan === 'anonymous' ? 'without a key' : `on the plan ${plan}`;
}

/** All plans with their limits, as a Markdown table. */
export function plansTable(plans: Plans): string {
  const header = ['plan', 'credits a day', 'words on a page', ...RATE_GROUPS];
  const rows = planRows(plans).map(({ name, dailyCredits, maxLimit, rates }) => [
    name === 'anonymous' ? 'without a key' : name,
    ...[dailyCredits, maxLimit, ...RATE_GROUPS.map((group) => rates[group])].map((count) => count.toLocaleString('en')),
  ]);
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** The limits of each plan, in the order of their names. */
function planRows(plans: Plans) {
  return plans.names.map((name) => (name === 'anonymous' ? plans.anonymous : plans.plan(name)));
}
