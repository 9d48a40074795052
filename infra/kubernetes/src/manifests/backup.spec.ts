import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeServices } from '../compose.ts';
import { podTemplate, type KubernetesObject } from './kubernetes-object.ts';
import { find, overlay, overlays, repository } from './kustomize-build.ts';

const volumesOf = (each: KubernetesObject) => podTemplate(each)?.spec.volumes ?? [];
/** Files that programs and servers mount, which are in the repository. */
const PROGRAMS = ['access-programs', 'redis-settings'];

describe.each(overlays)('backups of everything, %s', (name) => {
  const objects = overlay(name);
  const backup = find(objects, 'CronJob', 'backup');

  it('are on a claim that nothing else mounts', () => {
    const mounting = objects.filter((each) =>
      volumesOf(each).some((volume) => volume.persistentVolumeClaim?.claimName === 'backup'),
    );
    const names = mounting.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual(['CronJob backup', 'CronJob backup-restore']);
  });

  it('hold all settings and all secrets that pods read', () => {
    const volumes = backup ? volumesOf(backup) : [];
    const sources = volumes.find((each) => each.name === 'settings')?.projected?.sources ?? [];
    const settings = sources.map(({ configMap }) => configMap?.name);
    const maps = objects.filter(
      ({ kind, metadata }) => kind === 'ConfigMap' && !PROGRAMS.includes(metadata.name),
    );
    expect(maps.length).toBeGreaterThan(10);
    expect(settings).toEqual(expect.arrayContaining(maps.map(({ metadata }) => metadata.name)));
    // They share a folder, in which a second file of a name would replace the first.
    const files = maps.flatMap(({ data }) => Object.keys(data ?? {}));
    expect(files).toHaveLength(new Set(files).size);
    // Of `colour-therapy-secrets` see the next test.
    const secrets = sources.map(({ secret }) => secret?.name);
    const read = objects.flatMap(volumesOf).flatMap(({ secret }) => secret?.secretName ?? []);
    const others = read.filter((name) => name !== 'colour-therapy-secrets');
    expect(secrets).toEqual(expect.arrayContaining(others));
  });

  it('run with keys for backups alone, and copy those to which data refers', () => {
    const keys = JSON.stringify(backup).match(/(?<="key":")[a-z][^"]*/g) ?? [];
    const copied = ['audit-hash-key', 'admin-password'];
    expect(keys.filter((key) => !/^backup\.(?!restore)/.test(key))).toEqual(copied);
    const whole = backup && volumesOf(backup).filter(({ secret }) => secret && !secret.items);
    expect(whole).toEqual([]);
  });

  it('go on with the next apply after a restore has suspended them', () => {
    const jobs = objects.filter(({ kind }) => kind === 'CronJob');
    const suspended = jobs.map(({ metadata, spec }) => [metadata.name, spec?.['suspend']]);
    expect(Object.fromEntries(suspended)).toEqual({
      ...{ backup: false, 'backup-restore': true, 'image-backup': false, 'image-drill': false },
    });
  });

  it('leave no failed Job for longer than a day, since the next one follows', () => {
    const spec = { backoffLimit: 0, ttlSecondsAfterFinished: 86_400 };
    expect(backup?.spec).toMatchObject({ jobTemplate: { spec } });
  });
});

describe('backups of everything, docker-compose.yml', () => {
  const services = composeServices<{ volumes?: string[]; environment?: object }>();
  const mounting = (volume: string) =>
    Object.entries(services)
      .filter(([, { volumes = [] }]) =>
        volumes.some((each) => each.startsWith(`${volume}:`) || each.includes(`:-${volume}}:`)),
      )
      .map(([name]) => name);

  it.each([
    ['backup-repository', 'backup restore'],
    ['backup-work', 'backup restore'],
    // That of images, which the worker with uploads writes.
    ['backups', 'media-worker'],
    // What administrators use.
    ['restore-secrets', 'init restore'],
    ['mongo-secrets', 'init mongo mongo-users'],
    ['minio-config', 'init minio minio-users'],
  ])('have the volume %s, which nothing but %s mounts', (volume, names) => {
    expect(mounting(volume).toSorted().join(' ')).toBe(names);
  });

  it('are restored only by a command', () => {
    expect(services['restore']).toMatchObject({ profiles: ['restore'], command: ['list'] });
    expect(services['restore']).not.toHaveProperty('restart');
  });

  it('are restored while nothing that writes runs', () => {
    const page = readFileSync(join(repository, 'infra/docs/backup.md'), 'utf8');
    const stopped = /`docker compose stop ([\w -]+)`/.exec(page)?.[1]?.split(' ');
    const processes = Object.entries(services)
      .filter(([, { environment = {} }]) => 'RABBITMQ_URL_FILE' in environment)
      .map(([name]) => name);
    expect(processes.length).toBeGreaterThan(7);
    expect(stopped?.toSorted()).toEqual([...processes, 'backup'].toSorted());
  });
});
