import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importSource } from '../testing/service-environments.ts';
import { productProcesses } from './kubernetes-object.ts';
import { overlay, overlays } from './kustomize-build.ts';

/** A row of the launcher's table of processes. */
interface Row {
  name: string;
  folder: string;
  program?: string;
  options?: string[];
  env: (settings: object) => NodeJS.ProcessEnv;
}

const address = { host: '127.0.0.1', port: 8080, origin: 'http://localhost:8080' };
const settings = {
  secrets: { serviceTokenKey: '' },
  operator: {},
  servers: {},
  dataFolder: '/',
  administrator: {},
  address,
  gatewayPort: 8080,
};

let table: Row[];
beforeAll(async () => {
  const launcher = await importSource('infra/local/src/product/services.ts');
  table = (launcher as { services: Row[] }).services;
});

describe.each(overlays)('the processes, %s', (name) => {
  const all = productProcesses(overlay(name));
  const deployments = all.filter(({ kind }) => kind === 'Deployment');

  it('are those that the launcher starts', () => {
    const named = (names: string[]) => [...names].sort();
    expect(named(deployments.map(({ name }) => name))).toEqual(
      named(table.map(({ name }) => name)),
    );
  });

  it('run the same programs, with the same options', () => {
    for (const { name, folder, program = 'dist/main.js', options = [], env } of table) {
      const found = deployments.find((each) => each.name === name);
      const { MALLOC_ARENA_MAX } = env(settings);
      expect(found).toMatchObject({
        image: basename(folder),
        container: { command: ['node', '--enable-source-maps', ...options], args: [program] },
      });
      const arena = found?.container.env?.find((each) => each.name === 'MALLOC_ARENA_MAX');
      expect(arena?.value).toBe(MALLOC_ARENA_MAX);
    }
  });
});
