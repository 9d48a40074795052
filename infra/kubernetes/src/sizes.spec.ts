import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeServices } from './compose.ts';
import {
  type KubernetesObject,
  podTemplate,
  productProcesses,
  readEnvironment,
} from './manifests/kubernetes-object.ts';
import { kustomizeBuild, overlay, overlays, repository } from './manifests/kustomize-build.ts';

const read = (file: string) => readFileSync(join(repository, file), 'utf8');

const MIB = { M: 1, Mi: 1, G: 1024, Gi: 1024 };
/** Both tools count in powers of two here: `M` of compose, `Mi` of Kubernetes. */
const mebibytes = (limit: string): number => {
  const [, value, unit] = /^(\d+)(Mi?|Gi?)$/.exec(limit) ?? [];
  return Number(value) * MIB[unit as keyof typeof MIB];
};

/** Share of the limit that our images give the heap. */
const [, share] = /^ENV NODE_OPTIONS=--max-old-space-size-percentage=(\d+)$/m.exec(
  read('infra/docker/Dockerfile'),
) ?? [undefined, '0'];

/** The stages of the Dockerfile, each with the one that it begins with, and its text. */
const stages = read('infra/docker/Dockerfile')
  .split(/^FROM /m)
  .slice(1)
  .map((text) => {
    const [, from = '', name] = /^(\S+)(?: AS (\S+))?/.exec(text) ?? [];
    return { from, name, text };
  });
const hasShare = ({ from, text }: (typeof stages)[number]): boolean =>
  text.includes(`--max-old-space-size-percentage=${share}`) ||
  stages.some((stage) => stage.name === from && hasShare(stage));

interface Program {
  name: string;
  limit: string | undefined;
  command: string[];
  /** Whether the image is one of ours, which sets the share. */
  isOwn: boolean;
}

/** The largest heap in MiB; undefined where V8 chooses it, which may be more than the limit. */
const heapOf = ({ command, isOwn, limit = '' }: Program): number | undefined => {
  // The share wins over an option in the command.
  if (isOwn) return (mebibytes(limit) * Number(share)) / 100;
  const [, own] = /--max-old-space-size=(\d+)/.exec(command.join(' ')) ?? [];
  return own === undefined ? undefined : Number(own);
};

interface ComposeService {
  image: string;
  command?: string[];
  restart?: string;
  profiles?: string[];
  deploy?: { resources?: Partial<Record<'limits' | 'reservations', { memory?: string }>> };
}
const compose = composeServices<ComposeService>();
const inCompose = Object.entries(compose).map(([name, service]) => ({
  name,
  limit: service.deploy?.resources?.limits?.memory,
  command: [service.command ?? []].flat(),
  isOwn: service.image.startsWith('${IMAGES:-'),
}));

const inPods = (objects: KubernetesObject[]): Program[] =>
  objects.flatMap((each) => {
    const { initContainers = [], containers = [] } = podTemplate(each)?.spec ?? {};
    return [...initContainers, ...containers].map(({ name, image, command, args, resources }) => ({
      name: `${each.metadata.name}/${name}`,
      limit: resources?.limits?.memory,
      command: [...(command ?? []), ...(args ?? [])],
      isOwn: (image ?? '').includes('colour-therapy-database/'),
    }));
  });

it('gives the heap the same share in every image', () => {
  expect(stages.map(({ name }) => name)).toEqual(expect.arrayContaining(['init', 'backup']));
  expect(stages.filter((stage) => !hasShare(stage)).map(({ name }) => name)).toEqual([]);
});

describe.each<readonly [string, Program[]]>([
  ['docker-compose.yml', inCompose],
  ...overlays.map((name) => [name, inPods(overlay(name))] as const),
])('the containers of %s', (_, programs) => {
  it('have a limit of memory', () => {
    expect(programs.length).toBeGreaterThan(9);
    expect(programs.filter(({ limit }) => limit === undefined)).toEqual([]);
  });

  // The other half is for buffers, libraries, threads and the young generation.
  it('have a heap of at most half of it, if they run Node', () => {
    const node = programs.filter(({ command, isOwn }) => isOwn || command[0] === 'node');
    expect(node.length).toBeGreaterThan(9);
    const isTooLarge = (each: Program) =>
      (heapOf(each) ?? Infinity) > mebibytes(each.limit ?? '') / 2;
    expect(node.filter(isTooLarge)).toEqual([]);
  });
});

// A machine of 4 GB has the rest for its system, for peaks and for files that were read.
it('docker-compose.yml reserves at most 2.2 GB for what keeps running', () => {
  const running = Object.values(compose).filter(({ restart, profiles }) => restart && !profiles);
  const reserved = running.map(({ deploy }) => deploy?.resources?.reservations?.memory ?? '');
  const sum = reserved.reduce((total, each) => total + mebibytes(each), 0);
  expect(running).toHaveLength(13);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(2_200);
});

describe('the time to stop', () => {
  const lifecycle = read('services/chassis/src/process/process-lifecycle.ts');
  const [, millis = ''] = /SHUTDOWN_TIMEOUT_MS = ([\d_]+)/.exec(lifecycle) ?? [];
  const shutdownSeconds = Number(millis.replace('_', '')) / 1000;

  const balancer = join(repository, 'k8s/components/cloud-balancer');
  it.each([
    ...overlays.map((name) => [name, overlay(name)] as const),
    ['cloud-balancer', kustomizeBuild(balancer, overlay('production'))] as const,
  ])('is longer than what each process may take, %s', (_, objects) => {
    const deployments = productProcesses(objects).filter(({ kind }) => kind === 'Deployment');
    expect(deployments.length).toBeGreaterThan(7);
    for (const each of deployments) {
      const { DRAIN_MS = '0' } = readEnvironment(each, objects);
      const { terminationGracePeriodSeconds: grace = 30 } = each.pod;
      expect(grace - Number(DRAIN_MS) / 1000).toBeGreaterThanOrEqual(shutdownSeconds);
    }
  });
});

describe('the manifests', () => {
  it.each(['production', 'ha'])('of %s name the class of every claim', (name) => {
    const claims = overlay(name).filter(({ kind }) => kind === 'PersistentVolumeClaim');
    expect(claims.length).toBeGreaterThan(1);
    const classes = claims.map(({ spec }) => spec?.['storageClassName']);
    expect(classes).toEqual(claims.map(() => expect.any(String)));
  });

  // The template of a Job cannot be changed: a second apply with another image would fail.
  it.each(overlays)('of %s have no Jobs, so that they can be applied again', (name) => {
    expect(overlay(name).filter(({ kind }) => kind === 'Job')).toEqual([]);
  });
});
