import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

/** A folder imports only from itself and from folders before it. */
const folders = 'storage pictures images runs backups uploads transfer tasks samples testing'.split(
  ' ',
);
const root = dirname(import.meta.filename);

const importedFolders = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, join(root, dirname(file), path)),
  );

it('folders import in one direction only', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const inFolders = files.filter((file) => file.endsWith('.ts') && file.includes(sep));
  const wrong = inFolders.flatMap((file) => {
    const own = folders.indexOf(file.split(sep)[0] ?? '');
    const imports = importedFolders(file).filter((path) => path.includes(sep));
    return imports
      .filter((path) => folders.indexOf(path.split(sep)[0] ?? '') > own || own < 0)
      .map((path) => `${file} imports ${path}`);
  });
  expect(wrong).toEqual([]);
});
