import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

interface Chassis {
  AppLogger: new (name: string, level: string) => unknown;
  Health: new (logger: unknown) => unknown;
  Metrics: new (name: string) => unknown;
  HealthServer: new (parts: object) => {
    listen: (host: string, port: number) => Promise<number>;
    close: () => Promise<void>;
  };
}

const settings = {
  secrets: { serviceTokenKey: '' },
  operator: {},
  servers: {},
  dataFolder: '/',
  administrator: {},
  address: { host: '127.0.0.1', port: 8080, origin: 'http://localhost:8080' },
  gatewayPort: 8080,
};

let table: Row[];
let server: InstanceType<Chassis['HealthServer']>;
let address: string;
beforeAll(async () => {
  const launcher = await importSource('infra/local/src/product/services.ts');
  table = (launcher as { services: Row[] }).services;
  const chassis = (await importSource('services/chassis/src/index.ts')) as Chassis;
  const logger = new chassis.AppLogger('test', 'silent');
  const health = new chassis.Health(logger);
  server = new chassis.HealthServer({ health, metrics: new chassis.Metrics('test'), logger });
  address = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
}, 60_000);
afterAll(() => server.close());

describe.each(overlays)('the processes, %s', (name) => {
  const all = productProcesses(overlay(name));
  const deployments = all.filter(({ kind }) => kind === 'Deployment');

  it('are those that the launcher starts, and the Jobs of images', () => {
    const names = [...table.map(({ name }) => name), 'image-backup', 'image-drill'];
    expect(all.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(deployments).toHaveLength(table.length);
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
