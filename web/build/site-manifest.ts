import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const contracts = fileURLToPath(
  new URL('../../services/contracts/src/ops/sites.ts', import.meta.url),
);

type Contracts = Pick<typeof import('@ctdb/contracts'), 'SITE_MANIFEST'>;

const toEntry = (folder: string, file: string) => {
  const content = readFileSync(file);
  return {
    path: `/${relative(folder, file).split(sep).join('/')}`,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
  };
};

/** Lists all files of the build, so that ops and gateways know which site it is, and whether it is complete. */
export const siteManifest = (): Plugin => ({
  name: 'site-manifest',
  apply: 'build',
  writeBundle: {
    // After the files of `public` are copied.
    order: 'post',
    async handler({ dir = '' }) {
      const { module } = await runnerImport<Contracts>(contracts);
      const manifest = join(dir, module.SITE_MANIFEST);
      const files = readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((file) => file !== manifest)
        .sort()
        .map((file) => toEntry(dir, file));
      writeFileSync(manifest, JSON.stringify({ files }));
    },
  },
});
