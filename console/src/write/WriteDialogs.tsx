import { Lazy } from '../app/lazy.tsx';
import { repairs } from './state/repairs.ts';
import { store } from './state/store.ts';

const loadPreview = () => import('./view/MelodyPreview.tsx').then(({ MelodyPreview }) => MelodyPreview);
const loadRepairs = () => import('./view/RepairList.tsx').then(({ RepairList }) => RepairList);

/** The dialogs of the lyrics, outside of their column: a phone may show another one, and they would be hidden with it. */
export function WriteDialogs() {
  return (
    <>
      <Lazy load={loadPreview} isWanted={store.melodyLoad.value !== null} />
      <Lazy load={loadRepairs} isWanted={repairs.value !== null} />
    </>
  );
}
