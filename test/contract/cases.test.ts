import { smallStore } from '../http/service.ts';
import { describeCases } from './cases.ts';

describeCases('the cases on the embedded store', async () => smallStore());
