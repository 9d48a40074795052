import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk that is too small, and can be made larger. */
export interface SmallDisk {
  enlarge(): Promise<void>;
  remove(): Promise<void>;
}

const mounted = async (folder: string, bytes: number): Promise<SmallDisk> => {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  return {
    enlarge: async () => void (await run('mount', ['-o', 'remount,size=64m', folder])),
    remove: async () => void (await run('umount', ['-l', folder])),
  };
};

/** Who may not mount anything limits the length of the files that this process writes. */
const limited = async (longestFile: number): Promise<SmallDisk> => {
  const limit = (soft: string) =>
    run('prlimit', [`--fsize=${soft}:unlimited`, '--pid', String(process.pid)]);
  await limit(String(longestFile));
  const enlarge = async () => void (await limit('unlimited'));
  return { enlarge, remove: enlarge };
};

/** Leaves so little room at `folder` that neither `bytes` together nor one file of `longestFile` fits. */
export const smallDisk = async (
  folder: string,
  { bytes, longestFile }: { bytes: number; longestFile: number },
): Promise<SmallDisk> => {
  await mkdir(folder, { recursive: true });
  return mounted(folder, bytes).catch(() => limited(longestFile));
};
