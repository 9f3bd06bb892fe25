import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** What Linux tells of a process's memory, in MB. */
export interface ProcessMemory {
  /** All that lies in memory now. */
  readonly resident: number;
  /** The most since the start, or since {@link resetPeak}. */
  readonly peak: number;
  /** Its part where other processes share it: the program of Node, for example. */
  readonly proportional: number;
  /** Pages of files, which others share or which can be read again. */
  readonly ofFiles: number;
  /** What it alone has written: the heap, buffers, stacks. */
  readonly privateDirty: number;
}

/** Whether the kernel tells it: Linux alone has these files. */
export const isMeasurable = existsSync('/proc/self/smaps_rollup');

function kilobytes(path: string): (name: string) => number {
  const text = readFileSync(path, 'utf8');
  return (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN);
}

export function memoryOf(pid: number): ProcessMemory {
  const status = kilobytes(`/proc/${pid}/status`);
  const mapped = kilobytes(`/proc/${pid}/smaps_rollup`);
  const megabytes = (value: number) => (value * 1024) / 1e6;
  return {
    resident: megabytes(status('VmRSS')),
    peak: megabytes(status('VmHWM')),
    proportional: megabytes(mapped('Pss')),
    ofFiles: megabytes(mapped('Shared_Clean') + mapped('Private_Clean')),
    privateDirty: megabytes(mapped('Private_Dirty')),
  };
}

/** Lets the peak begin anew at what is resident now. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
