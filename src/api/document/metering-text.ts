import type { PlanBook } from '../../metering/plans.ts';
import { RATE_GROUPS } from '../caller.ts';
import type { Endpoint } from '../endpoint.ts';
import { creditForCharacter, creditForEachRelation, creditForWord } from '../price.ts';

/** What the API document says of prices and rates. */

type Priced = Pick<Endpoint, 'cost' | 'quote'>;

/** Credits of a request where every request costs the same. */
function flatCredits({ cost, quote }: Priced): number | undefined {
  const varies = [creditForWord, creditForCharacter, creditForEachRelation].some((price) => price.cost === cost);
  return varies ? undefined : quote?.most({ path: {}, query: {}, body: undefined });
}

export function isFree(endpoint: Priced): boolean {
  return flatCredits(endpoint) === 0;
}

function costText(endpoint: Priced): string {
  const credits = flatCredits(endpoint);
  if (credits === 0) return 'nothing';
  if (credits !== undefined) return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  if (endpoint.cost === creditForEachRelation.cost)
    return '1 credit for each related word that is listed, and at least 1; asked again the same day, only what exceeds the most already paid for that word. With `relations_limit=10` a card costs at most 20';
  const subject = endpoint.cost === creditForCharacter.cost ? 'character' : 'word';
  return `1 credit for each ${subject} a day, whatever the other parameters`;
}

/** Cost, rate and scopes of an endpoint, as Markdown. */
export function meteringText(endpoint: Endpoint, plans: PlanBook): string {
  const { group, scopes } = endpoint;
  const rates = planRows(plans).map(({ name, rates }) => `${rates[group]} ${caller(name)}`);
  const shared = group === 'other' ? 'these endpoints together' : `the group \`${group}\``;
  return [
    `- **Cost**: ${costText(endpoint)}.`,
    `- **Requests a minute** (${shared}): ${rates.join(', ')}.`,
    `- **A key needs** ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
  ].join('\n');
}

function caller(plan: string): string {
  return plan === 'anonymous' ? 'without a key' : `on the plan ${plan}`;
}

/** All plans with their limits, as a Markdown table. */
export function plansTable(plans: PlanBook): string {
  const head = ['plan', 'credits a day', 'words on a page', ...RATE_GROUPS];
  const rows = planRows(plans).map(({ name, dailyCredits, maxLimit, rates }) => [
    name === 'anonymous' ? 'without a key' : name,
    ...[dailyCredits, maxLimit, ...RATE_GROUPS.map((group) => rates[group])].map((count) => count.toLocaleString('en')),
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function planRows(plans: PlanBook) {
  return plans.names.map((name) => (name === 'anonymous' ? plans.anonymous : plans.plan(name)));
}
