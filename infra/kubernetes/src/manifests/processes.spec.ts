import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeServices } from '../compose.ts';
import { importSource } from '../testing/service-environments.ts';
import { productProcesses } from './kubernetes-object.ts';
import { overlay, overlays, repository } from './kustomize-build.ts';

/** A row of the launcher's table of processes. */
interface Row {
  name: string;
  folder: string;
  program?: string;
}

interface Chassis {
  AppLogger: new (name: string, level: string) => unknown;
  Health: new (logger: unknown) => unknown;
  Metrics: new (name: string) => unknown;
  HealthServer: new (...parts: readonly unknown[]) => {
    listen: (host: string, port: number) => Promise<void>;
    port: number;
    close: () => Promise<void>;
  };
}

/** What follows the entry point of the image. */
const argumentsOf = ({ program = 'dist/main.js' }: Row): string[] => [program];

let table: Row[];
let nodeOptions: string[];
let server: InstanceType<Chassis['HealthServer']>;
let address: string;
beforeAll(async () => {
  const launcher = await importSource('infra/local/src/product/services.ts');
  ({ services: table, nodeOptions } = launcher as { services: Row[]; nodeOptions: string[] });
  const chassis = (await importSource('services/chassis/src/index.ts')) as Chassis;
  const logger = new chassis.AppLogger('test', 'silent');
  const health = new chassis.Health(logger);
  server = new chassis.HealthServer(health, new chassis.Metrics('test'), logger);
  await server.listen('127.0.0.1', 0);
  address = `http://127.0.0.1:${server.port}`;
}, 60_000);
afterAll(() => server.close());

it('the launcher, the images and docker-compose.yml start processes with the same options', () => {
  const read = (file: string) => readFileSync(join(repository, file), 'utf8');
  const dockerfile = read('infra/docker/Dockerfile');
  const [, entryPoint = ''] = /^ENTRYPOINT (.*--enable-source-maps.*)$/m.exec(dockerfile) ?? [];
  const compose = composeServices<{ command?: string[] }>();
  expect(JSON.parse(entryPoint)).toEqual(['node', ...nodeOptions]);
  for (const row of table)
    expect(compose[row.name]?.command ?? ['dist/main.js']).toEqual(argumentsOf(row));
  const [, arenas] =
    /MALLOC_ARENA_MAX: '(\d)'/.exec(read('infra/local/src/product/services.ts')) ?? [];
  expect(dockerfile).toContain(`\nENV MALLOC_ARENA_MAX=${arenas}\n`);
});

describe.each(overlays)('the processes, %s', (name) => {
  const all = productProcesses(overlay(name));
  const deployments = all.filter(({ kind }) => kind === 'Deployment');

  it('are those that the launcher starts, and the Jobs of images', () => {
    const names = [...table.map(({ name }) => name), 'image-backup', 'image-drill'];
    expect(all.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(deployments).toHaveLength(table.length);
  });

  it('run the same programs, by the entry point of their image', () => {
    for (const row of table) {
      const { image, container } = deployments.find(({ name }) => name === row.name) ?? {};
      expect([image, container?.command]).toEqual([basename(row.folder), undefined]);
      expect(container?.args).toEqual(argumentsOf(row));
    }
  });

  it.each(deployments)('have probes that are answered: $name', async ({ container }) => {
    const { startupProbe, readinessProbe, livenessProbe, ports } = container;
    expect(ports).toContainEqual({ name: 'health', containerPort: 9100 });
    // Liveness asks no server.
    expect(livenessProbe?.httpGet?.path).toBe('/health/live');
    expect(readinessProbe?.httpGet?.path).toBe('/health/ready');
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      expect(probe?.httpGet?.port).toBe('health');
      const { status } = await fetch(`${address}${probe?.httpGet?.path}`);
      expect(status).toBe(200);
    }
  });
});
