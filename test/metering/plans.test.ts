import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openPlans, PlansError, parsePlans } from '../../src/metering/plans.ts';
import { folderForTests } from '../support/for-tests.ts';

const dir = folderForTests();

const rates = { search: 1, browse: 2, autocomplete: 3, workflow: 4, annotate: 5, other: 6 };
const plan = (daily_credits: unknown = 10, more: object = {}) => ({ max_limit: 5, daily_credits, rates, ...more });
const fileOf = (plans: unknown) => JSON.stringify({ plans });

describe('the file of plans', () => {
  const faultsOf = (text: string): string => {
    try {
      parsePlans(text, 'plans.json');
      return 'none';
    } catch (error) {
      expect(error).toBeInstanceOf(PlansError);
      return (error as Error).message;
    }
  };

  it('is read', () => {
    const plans = parsePlans(fileOf({ anonymous: plan(), free: plan(20), 'big-house': plan(30) }), 'plans.json');
    expect([...plans.keys()]).toEqual(['anonymous', 'free', 'big-house']);
    expect(plans.get('free')).toEqual({ name: 'free', maxLimit: 5, dailyCredits: 20, pageRate: 30, rates });
  });

  it('may say how many requests a page may send', () => {
    const plans = parsePlans(fileOf({ anonymous: plan(), free: plan(1, { page_rate: 77 }) }), 'plans.json');
    expect(plans.get('free')?.pageRate).toBe(77);
  });

  it('says where it is wrong', () => {
    expect(faultsOf('{')).toMatch(/^The plans in plans.json are not as they should be:\n {2}it is not JSON/);
    expect(faultsOf(fileOf({ free: plan() }))).toContain('plans: there must be a plan named "anonymous"');
    expect(faultsOf(fileOf({ anonymous: plan() }))).toContain('plans: there must be a plan named "free"');
    const both = { anonymous: plan('many'), free: plan(1.5, { rates: { ...rates, search: 0, serach: 1 } }) };
    const faults = faultsOf(fileOf(both));
    expect(faults).toContain('plans.anonymous.daily_credits: must be a whole number of 1 or more');
    expect(faults).toContain('plans.free.daily_credits: must be a whole number of 1 or more');
    expect(faults).toContain('plans.free.rates.search: must be a whole number of 1 or more');
    expect(faults).toContain('plans.free.rates.serach: not known here');
    const { search: _, ...without } = rates;
    expect(faultsOf(fileOf({ anonymous: plan(), free: plan(1, { rates: without }) }))).toContain(
      'plans.free.rates.search',
    );
    expect(() => openPlans(join(dir, 'nowhere.json'))).toThrow(/nowhere.json.*\n.*cannot be read/);
  });
});
