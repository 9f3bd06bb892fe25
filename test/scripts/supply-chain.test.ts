import { describe, expect, it } from '@jest/globals';
import { readAudit } from '../../scripts/supply-chain/audit.ts';
import { productionBill } from '../../scripts/supply-chain/bill-of-materials.ts';
import { isAllowed, refusedLicences } from '../../scripts/supply-chain/licences.ts';
import { productionPackages } from '../../scripts/supply-chain/packages.ts';

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only OR MIT', true],
    ['MIT AND Apache-2.0', true],
    ['MIT AND (GPL-2.0-only OR ISC)', true],
    ['MIT AND GPL-2.0-only', false],
    ['GPL-2.0-only OR (MIT AND AGPL-3.0-only)', false],
    ['AGPL-3.0-only', false],
    ['UNLICENSED', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['MIT MIT', false],
    ['(MIT', false],
    ['', false],
  ])('%s: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });

  it('are named with the package that they keep out', () => {
    const packages = [
      { name: 'good', version: '1.0.0', licence: 'ISC' },
      { name: 'bad', version: '2.0.0', licence: 'GPL-3.0-only' },
      { name: 'mute', version: '3.0.0', licence: '' },
    ];
    expect(refusedLicences(packages)).toEqual(['bad@2.0.0: GPL-3.0-only', 'mute@3.0.0: no licence is named']);
  });

  it('of everything that runs with the service are allowed', () => {
    const packages = productionPackages();
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['express', 'zod', '@elastic/elasticsearch', 'qs']));
    expect(names).not.toContain('jest');
    expect(refusedLicences(packages)).toEqual([]);
  });
});

describe('an audit', () => {
  it('has grave advisories and lesser ones', () => {
    const report = {
      auditReportVersion: 2,
      vulnerabilities: {
        deep: { severity: 'critical', range: '<1.2.3', via: [{ title: 'Runs anything' }] },
        upper: { severity: 'high', range: '*', via: ['deep'] },
        dull: { severity: 'moderate', range: '<2', via: [{ title: 'Slow' }] },
      },
      metadata: { vulnerabilities: { total: 3 } },
    };
    expect(readAudit(JSON.stringify(report))).toEqual({
      completed: true,
      severe: ['deep <1.2.3 (critical): Runs anything', 'upper * (high): by deep'],
      otherCount: 1,
    });
    expect(readAudit(JSON.stringify({ ...report, vulnerabilities: {} }))).toEqual({
      completed: true,
      severe: [],
      otherCount: 0,
    });
  });

  it('that could not be made is no audit without findings', () => {
    const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } };
    expect(readAudit(JSON.stringify(refused))).toEqual({ completed: false, reason: '405 Method Not Allowed' });
    expect(readAudit('')).toMatchObject({ completed: false });
    expect(readAudit('npm error network\nmore')).toEqual({ completed: false, reason: 'npm error network' });
    expect(readAudit('{}')).toMatchObject({ completed: false });
  });
});

describe('the bill of materials', () => {
  const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0' });
  const whole = {
    metadata: { component: { 'bom-ref': 'us@1.0.0' } },
    components: [component('runs'), component('shared'), component('tests')],
    dependencies: [
      { ref: 'us@1.0.0', dependsOn: ['runs@1.0.0', 'tests@1.0.0'] },
      { ref: 'runs@1.0.0', dependsOn: ['shared@1.0.0'] },
      { ref: 'shared@1.0.0' },
      { ref: 'tests@1.0.0', dependsOn: ['shared@1.0.0'] },
    ],
  };
  const installed = (name: string) => ({ name, version: '1.0.0', licence: 'MIT' });

  it('has what runs, what development uses too among it, and nothing else', () => {
    const { bill, missing } = productionBill(whole, [installed('runs'), installed('shared')]);
    expect(bill.components.map(({ name }) => name)).toEqual(['runs', 'shared']);
    expect(bill.dependencies).toEqual([
      { ref: 'us@1.0.0', dependsOn: ['runs@1.0.0'] },
      { ref: 'runs@1.0.0', dependsOn: ['shared@1.0.0'] },
      { ref: 'shared@1.0.0', dependsOn: [] },
    ]);
    expect(missing).toEqual([]);
  });

  it('says what it lacks', () => {
    expect(productionBill(whole, [installed('runs'), installed('forgotten')]).missing).toEqual(['forgotten@1.0.0']);
  });
});
