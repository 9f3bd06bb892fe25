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
        format: 'Loading [{bar}] {value}/{total} documents, {rate}/s, {eta_formatted} left',
        stream: out,
        hideCursor: true,
        etaBuffer: 50,
      })
    : undefined;
  const writeLine = (text: string) => out.write(`lexicon load: ${text}\n`);
  let [total, sentCount, startedMs, lastLineMs] = [0, 0, Date.now(), Date.now()];
  const rate = () => Math.round((sentCount * 1000) / Math.max(1, Date.now() - startedMs));
  const endBar = () => bar?.isActive && bar.stop();
  return {
    stage(stage, documents) {
      endBar();
      if (stage !== 'loading') return void writeLine(LABELS[stage]);
      [total, sentCount, startedMs, lastLineMs] = [documents, 0, Date.now(), Date.now()];
      if (bar) bar.start(total, 0, { rate: 0 });
      else writeLine(`${LABELS[stage]} (${total})`);
    },
    written(documents) {
      sentCount += documents;
      if (bar) return bar.update(sentCount, { rate: rate() });
      if (Date.now() - lastLineMs < LINE_INTERVAL_MS) return;
      lastLineMs = Date.now();
      writeLine(
        `${sentCount} of ${total} documents, ${rate()}/s, ${Math.round((total - sentCount) / Math.max(1, rate()))} s left`,
      );
    },
    note: writeLine,
    stop: endBar,
  };
}
