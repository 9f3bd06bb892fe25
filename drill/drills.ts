import { elasticsearchFaults } from './faults/elasticsearch.ts';
import type { Drill } from './report.ts';

export const DRILLS: readonly Drill[] = [elasticsearchFaults];
