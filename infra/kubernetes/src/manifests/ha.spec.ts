import { beforeAll, describe, expect, it } from '@jest/globals';
import { importSource } from '../testing/service-environments.ts';
import { overlayFolder, kustomizeBuild } from './kustomize-build.ts';

interface Settings {
  clusterSettings: string[];
  replicationSettings: string[];
  sentinelSettings: Record<string, string>;
}

let tested: Settings;
beforeAll(async () => {
  tested = (await importSource('infra/faults/src/nodes/settings.ts')) as Settings;
});

describe('the servers of the overlay ha', () => {
  const objects = kustomizeBuild(overlayFolder('ha'));
  const find = (kind: string, name: string) =>
    objects.find((each) => each.kind === kind && each.metadata.name === name);
  const linesOf = (text: unknown) => String(text).split('\n');

  it('have the settings with which `npm run test:nodes` ends nodes', () => {
    const { rabbitmq } = find('RabbitmqCluster', 'rabbitmq')?.spec as {
      rabbitmq: { additionalConfig: string };
    };
    expect(linesOf(rabbitmq.additionalConfig)).toEqual(
      expect.arrayContaining(tested.clusterSettings),
    );
    const { 'redis-additional.conf': redis } = find('ConfigMap', 'redis-settings')?.data ?? {};
    expect(linesOf(redis)).toEqual(expect.arrayContaining(tested.replicationSettings));
    expect(find('RedisSentinel', 'redis')?.spec).toMatchObject({
      redisSentinelConfig: tested.sentinelSettings,
    });
  });
});
