import { join } from 'node:path';

/** The repository's top folder. */
export const repository = join(import.meta.dirname, '../../..');

/** The overlays that are shipped, each for a whole installation. */
export const overlays = ['local', 'production'] as const;

/** Folder of an overlay. */
export const overlayFolder = (name: string): string => join(repository, 'k8s/overlays', name);
