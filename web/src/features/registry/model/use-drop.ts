import { useState, type DragEvent } from 'react';

/** Accepts dropped files; `over` is true while a file is dragged over the element. */
export const useDrop = (onFiles: ((files: readonly File[]) => void) | undefined) => {
  const [over, setOver] = useState(false);
  if (!onFiles) return { over: false, handlers: {} };
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
        // Not when the pointer enters a child element.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
};
