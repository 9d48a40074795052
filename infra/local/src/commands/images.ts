import { resolve } from 'node:path';
import { LaunchError } from '../failure.ts';
import { repository } from '../paths.ts';
import { runBeside } from './beside.ts';

const run = async (verb: 'export' | 'import', args: string[], signal: AbortSignal) => {
  const [file, ...options] = args;
  if (file === undefined || file.startsWith('-'))
    throw new LaunchError(`Name a file: npm run ${verb}-images -- FILE.zip`);
  // Relative to where npm was called.
  const path = resolve(process.env['INIT_CWD'] ?? repository, file);
  return (
    (await runBeside('media', ['dist/transfer-images.js', verb, path, ...options], signal)) ?? 1
  );
};

/** `npm run export-images -- FILE.zip`: writes all images of treatments. The product must run. */
export const exportImages = (signal: AbortSignal, args: string[]) => run('export', args, signal);

/** `npm run import-images -- FILE.zip [--dry-run]`: takes images in. The product must run. */
export const importImages = (signal: AbortSignal, args: string[]) => run('import', args, signal);
