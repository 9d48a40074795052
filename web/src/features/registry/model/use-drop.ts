import { useState, type DragEvent } from 'react';

/** Takes one file that is dropped; `over` while one is held above. */
export const useDrop = (onFile: ((file: File) => void) | undefined) => {
  const [over, setOver] = useState(false);
  if (!onFile) return { over: false, handlers: {} };
  const holdsFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        // Not when the pointer only goes on to something inside.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      },
    },
  };
};
