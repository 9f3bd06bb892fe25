type FileInputId = 'melody-file' | 'song-file';

interface FileInputProps {
  readonly id: FileInputId;
  readonly label: string;
  /** Endings and types, as the element's own attribute has them. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Takes one file; not seen itself. The same file may be chosen again. */
export function FileInput({ id, label, accept, onFile }: FileInputProps) {
  return (
    <input
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

/** Lets a file be chosen. */
export function chooseFile(id: FileInputId): void {
  document.getElementById(id)?.click();
}
