import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSource } from '../testing/service-environments.ts';
import { productProcesses } from './kubernetes-object.ts';
import { overlay, overlays } from './kustomize-build.ts';

interface Chassis {
  AppLogger: new (name: string, level: string) => unknown;
  Health: new (logger: unknown) => unknown;
  Metrics: new (name: string) => unknown;
  HealthServer: new (parts: object) => {
    listen: (host: string, port: number) => Promise<number>;
    close: () => Promise<void>;
  };
}

let address: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const chassis = (await importSource('services/chassis/src/index.ts')) as Chassis;
  const logger = new chassis.AppLogger('test', 'silent');
  const health = new chassis.Health(logger);
  const metrics = new chassis.Metrics('test');
  const server = new chassis.HealthServer({ health, metrics, logger });
  address = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  close = () => server.close();
}, 60_000);
afterAll(() => close());

describe.each(overlays)('the probes of each process, %s', (name) => {
  const deployments = productProcesses(overlay(name)).filter(({ kind }) => kind === 'Deployment');

  it.each(deployments.map((each) => [each.name, each.container] as const))(
    'of %s are answered, and liveness asks no server',
    async (_, { startupProbe, readinessProbe, livenessProbe, ports }) => {
      expect(ports).toContainEqual({ name: 'health', containerPort: 9100 });
      expect(livenessProbe?.httpGet?.path).toBe('/health/live');
      expect(readinessProbe?.httpGet?.path).toBe('/health/ready');
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        expect(probe?.httpGet?.port).toBe('health');
        const { status } = await fetch(`${address}${probe?.httpGet?.path}`);
        expect(status).toBe(200);
      }
    },
  );
});
