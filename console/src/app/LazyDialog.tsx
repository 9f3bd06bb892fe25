import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface LazyDialogProps {
  readonly isOpen: boolean;
  readonly load: () => Promise<FunctionComponent>;
}

/** A dialog, or what is in one, that is loaded when it is first opened, and stays: closing it gives the focus back. */
export function LazyDialog({ isOpen, load }: LazyDialogProps) {
  const [Dialog, setDialog] = useState<FunctionComponent | null>(null);
  useEffect(() => {
    if (isOpen && !Dialog) void load().then((loaded) => setDialog(() => loaded));
  }, [isOpen, Dialog, load]);
  return Dialog && <Dialog />;
}
