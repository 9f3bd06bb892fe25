import { elasticsearchFaults } from './faults/elasticsearch.ts';
import { buildKilled, loaderKilled } from './faults/kills.ts';
import { overload, starvation } from './faults/overload.ts';
import { drained, killed, slowClients } from './faults/process.ts';
import { redisFaults } from './faults/redis.ts';
import { sqliteFaults } from './faults/sqlite.ts';
import { fuzz } from './fuzz.ts';
import { meteringModel } from './metering-model.ts';
import type { Drill } from './report.ts';

export const DRILLS: readonly Drill[] = [
  elasticsearchFaults,
  redisFaults,
  sqliteFaults,
  killed,
  drained,
  slowClients,
  overload,
  starvation,
  buildKilled,
  loaderKilled,
  fuzz,
  meteringModel,
];
