import { costlyInput } from './costly-input.ts';
import { backup } from './faults/backup.ts';
import { damagedByHand } from './faults/damaged-by-hand.ts';
import { elasticsearchFaults } from './faults/elasticsearch.ts';
import { buildKilled, loaderKilled } from './faults/kills.ts';
import { unwritableLog } from './faults/log.ts';
import { nodeLost } from './faults/node-lost.ts';
import { operatorNight } from './faults/operator-night.ts';
import { overload } from './faults/overload.ts';
import { drained, killed, slowClients } from './faults/process.ts';
import { redisFaults } from './faults/redis.ts';
import { rollingRestart } from './faults/rolling-restart.ts';
import { soak } from './faults/soak.ts';
import { sqliteFaults } from './faults/sqlite.ts';
import { starvation } from './faults/starvation.ts';
import { fuzz } from './fuzz.ts';
import { meteringModel } from './metering-model.ts';
import type { Drill } from './report.ts';
import { schemathesis } from './schemathesis.ts';

export const DRILLS: readonly Drill[] = [
  elasticsearchFaults,
  nodeLost,
  redisFaults,
  sqliteFaults,
  unwritableLog,
  killed,
  drained,
  rollingRestart,
  slowClients,
  overload,
  starvation,
  soak,
  buildKilled,
  loaderKilled,
  damagedByHand,
  backup,
  operatorNight,
  fuzz,
  costlyInput,
  schemathesis,
  meteringModel,
];
