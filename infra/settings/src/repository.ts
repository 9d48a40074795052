import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's top folder. */
export const repository = resolve(import.meta.dirname, '../../..');

/** Reads a file of the repository. */
export const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
