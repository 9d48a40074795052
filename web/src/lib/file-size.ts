const KB = 1024;
const MB = KB * KB;

/** Bytes as people read them: `640 KB`, `3.2 MB`, `10 MB`. */
export const fileSize = (bytes: number): string => {
  if (bytes < MB) return `${Math.ceil(bytes / KB)} KB`;
  return `${Number((bytes / MB).toFixed(1))} MB`;
};
