import { SingleBar } from 'cli-progress';
import type { LoadStage } from './load.ts';

const LABELS: Readonly<Record<LoadStage, string>> = {
  loading: 'sending documents',
  merging: 'merging into one segment and copying',
  verifying: 'verifying counts, checksums and answers',
  switching: 'switching the aliases',
};
/** Interval of progress lines without a terminal. */
const LINE_INTERVAL_MS = 5000;
/** The first documents are sent by code that is not compiled yet: the remaining time is told from this share on. */
const SHARE_WITHOUT_TIME = 0.05;

export interface LoadProgress {
  stage(stage: LoadStage, documents: number): void;
  written(documents: number): void;
  note(text: string): void;
  stop(): void;
}

/** A bar with rate and remaining time on a terminal, otherwise a line at intervals. */
export function createLoadProgress(out: NodeJS.WriteStream = process.stderr): LoadProgress {
  const bar = out.isTTY
    ? new SingleBar({
        format: 'Loading [{bar}] {value}/{total} documents{pace}',
        stream: out,
        hideCursor: true,
      })
    : undefined;
  const writeLine = (text: string) => out.write(`lexicon load: ${text}\n`);
  let [total, sentCount, startedMs, lastLineMs] = [0, 0, Date.now(), Date.now()];
  const pace = () => {
    if (sentCount < total * SHARE_WITHOUT_TIME) return '';
    const rate = Math.max(1, Math.round((sentCount * 1000) / Math.max(1, Date.now() - startedMs)));
    return `, ${rate}/s, ${Math.round((total - sentCount) / rate)} s left`;
  };
  const endBar = () => bar?.isActive && bar.stop();
  return {
    stage(stage, documents) {
      endBar();
      if (stage !== 'loading') return void writeLine(LABELS[stage]);
      [total, sentCount, startedMs, lastLineMs] = [documents, 0, Date.now(), Date.now()];
      if (bar) bar.start(total, 0, { pace: '' });
      else writeLine(`${LABELS[stage]} (${total})`);
    },
    written(documents) {
      sentCount += documents;
      if (bar) return bar.update(sentCount, { pace: pace() });
      if (Date.now() - lastLineMs < LINE_INTERVAL_MS) return;
      lastLineMs = Date.now();
      writeLine(`${sentCount} of ${total} documents${pace()}`);
    },
    note: writeLine,
    stop: endBar,
  };
}
