import { vi } from 'vitest';

/** Records the files that the page lets the browser save, in order. */
export const recordSavedFiles = (): { name: string; content: Blob }[] => {
  const saved: { name: string; content: Blob }[] = [];
  let content = new Blob();
  URL.createObjectURL = (file) => {
    content = file as Blob;
    return 'blob:1';
  };
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, content });
  });
  return saved;
};
