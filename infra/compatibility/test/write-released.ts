import { readFileSync, writeFileSync } from 'node:fs';
import { currentContracts } from './contracts.ts';

// Keeps the contracts of this version as those of the last released one: each release runs it.
const packageFile = new URL('../../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
const groups = Object.entries({ version, ...currentContracts() }).map(([name, group]) => {
  if (typeof group === 'string') return `"${name}": "${group}"`;
  const lines = Object.entries(group).map(([id, schemas]) => `"${id}": ${JSON.stringify(schemas)}`);
  return `"${name}": {\n${lines.join(',\n')}\n}`;
});
writeFileSync(new URL('released.json', import.meta.url), `{\n${groups.join(',\n')}\n}\n`);
