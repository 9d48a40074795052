import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { fileOf, screens } from '../src/app/screens.ts';

interface Budget {
  /** Bytes of JavaScript (gzip) before the first interaction. */
  limit: number;
  /** The names of the screens that are measured. */
  pages: readonly (typeof screens)[number][0][];
}

type Chunks = Map<string, Rolldown.OutputChunk>;

/** The chunks of these names, and all that they import. */
export const withImports = (
  chunks: Chunks,
  names: string[],
  visited = new Set<string>(),
): Set<string> => {
  for (const name of names) {
    const chunk = chunks.get(name);
    if (!chunk || visited.has(name)) continue;
    visited.add(name);
    withImports(chunks, chunk.imports, visited);
  }
  return visited;
};

/** Fails the build if the initial JavaScript of a page exceeds its limit in either language. */
export const bundleSizeLimit = ({ limit, pages }: Budget): Plugin => ({
  name: 'budget',
  apply: 'build',
  generateBundle: {
    // After Vite has added its preload code to the entry chunk.
    order: 'post',
    handler(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunks: Chunks = new Map(files.map((chunk) => [chunk.fileName, chunk]));
      const named = (end: string): string[] =>
        files.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(end)).map((c) => c.fileName);
      const entry = files.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
      const size = (names: Set<string>): number =>
        [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '').length, 0);

      for (const [page, , texts] of screens.filter(([one]) => pages.includes(one)))
        for (const language of ['en', 'kn']) {
          const screen = `/${fileOf(page)}`;
          const locales = ['common', 'errors', ...texts];
          const names = locales.flatMap((name) => named(`/${language}/${name}.json`));
          const bytes = size(withImports(chunks, [...entry, ...named(screen), ...names]));
          const message = `${screen} (${language}): ${bytes} bytes of JavaScript before interaction`;
          if (bytes > limit) this.error(`${message}, more than ${limit}`);
          this.info(message);
        }
    },
  },
});
