import type { RefObject } from 'preact';

interface FileInputProps {
  /** Whose `click` a button calls to let a file be chosen. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly id: string;
  readonly label: string;
  /** Endings and types, as the element's own attribute has them. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Takes one file; not seen itself. The same file may be chosen again. */
export function FileInput({ input, id, label, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={input}
      id={id}
      type="file"
      hidden
      tabIndex={-1}
      aria-label={label}
      accept={accept}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        event.currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

/** Reads a melody file and lays it under the lyrics. How that is done is loaded with the first file: most visits load none. */
export async function loadMelodyFile(file: File): Promise<void> {
  const { readAndLay } = await import('../state/load-melody.ts');
  await readAndLay(file);
}
