import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../paths.ts';

const text = readFileSync(join(repository, 'infra/docs/asvs.md'), 'utf8');
const rows = [
  ...text.matchAll(/^\| (\d+)(\.\d+\.\d+) +\| [12] +\| .* \| (met|n\/a|not met) +\| (.*) \|$/gm),
].map(([, chapter = '', rest = '', state = '', reason = '']) => {
  return { chapter, number: chapter + rest, state, reason };
});
const count = (chapter: string) =>
  ['met', 'n/a', 'not met'].map(
    (state) =>
      rows.filter((row) => row.state === state && [row.chapter, 'All'].includes(chapter)).length,
  );

/** Paths and names of files in backticks; every other name with a dot is a function. */
const FILE =
  /`((?:[\w.-]+\/)*[\w.-]+\.(?:json|md|mjs|ts|tsx|yaml|yml|conf)|(?:[\w.-]+\/)+[\w.-]+)`/g;

it('the table of the ASVS names files that exist', () => {
  const named = [...text.matchAll(FILE)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});

it('the table of the ASVS shows what meets a requirement', () => {
  const shown = (reason: string) => reason.search(FILE) >= 0 || reason.includes('](#');
  const met = rows.filter(({ state }) => state === 'met');
  expect(met.filter(({ reason }) => !shown(reason)).map(({ number }) => number)).toEqual([]);
});

it('the table of the ASVS counts its rows', () => {
  const totals = [...text.matchAll(/^\| (?:V(\d+)|\*\*(All) 253\*\*).*?\|(.*)\|$/gm)];
  expect(totals).toHaveLength(18);
  for (const [, chapter, all, figures = ''] of totals)
    expect([...figures.matchAll(/\d+/g)].map(Number)).toEqual(count(chapter ?? all ?? ''));
  expect(rows).toHaveLength(253);
});
