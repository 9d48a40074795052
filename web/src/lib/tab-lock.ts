/** Runs `work` in one tab at a time. */
export const withTabLock = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await (navigator.locks ? navigator.locks.request(name, work) : work());
  } catch (error) {
    // Browsers that block cookies may refuse locks too.
    if (error instanceof DOMException && error.name === 'SecurityError') return work();
    throw error;
  }
};
