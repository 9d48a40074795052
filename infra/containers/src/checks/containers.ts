import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processes } from '@ctdb/launcher/users';
import { compose, containers, inspect, run, tryRun, type InspectResult } from '../docker.ts';
import { assert, type Report } from '../report.ts';
import { images, origin, repository } from '../settings.ts';

const dockerfile = readFileSync(join(repository, 'infra/docker/Dockerfile'), 'utf8');
/** The image that all stages build on. */
const BASE = /^FROM (\S+) AS node$/m.exec(dockerfile)?.[1] ?? '';
const LABELS = 'org.opencontainers.image';
const MB = 1_000_000;
/** An image, how much larger than its base it may be, and its user. */
interface ImageCheck {
  name: string;
  base: string;
  maxMb: number;
  user: string;
}
// Not `init`: it creates secrets for several users, as root.
const imageChecks: ImageCheck[] = [
  ...['gateway', 'catalog', 'billing', 'media', 'ops', 'paypal-sandbox'].map((name) => ({
    ...{ name, base: BASE, maxMb: 100, user: 'node' },
  })),
  // With restic and rclone.
  { name: 'backup', base: BASE, maxMb: 250, user: '1000:1000' },
];

/** Images are small, labelled, and not run as root. */
export async function checkImages(report: Report): Promise<void> {
  for (const { name, base: baseName, maxMb, user } of imageChecks) {
    await report.check(`image ${name}`, async () => {
      const base = await inspectBase(baseName);
      const { Size, Config } = await inspect(`${images}/${name}:local`);
      const more = (Size - base.Size) / MB;
      assert(more <= maxMb, `${more.toFixed(1)} MB above ${baseName}: more than ${maxMb}`);
      assert(Config.User === user, `runs as ${Config.User || 'root'}`);
      for (const label of ['title', 'version', 'revision'].map((name) => `${LABELS}.${name}`))
        assert(label in (Config.Labels ?? {}), `has no label ${label}`);
      return `${(Size / MB).toFixed(0)} MB, ${more.toFixed(1)} above its base`;
    });
  }
}

/** BuildKit keeps base images where Docker does not always see them. */
async function inspectBase(name: string): Promise<InspectResult> {
  if ((await tryRun('docker', ['image', 'inspect', name])) === undefined)
    await run('docker', ['pull', '--quiet', name]);
  return inspect(name);
}

/** The compose services of the product, the called before their callers. */
export const productServices = processes.toReversed();

/** Exits with 0 if the file system is read-only. */
const WRITE_PROGRAM = `
  try { require('node:fs').writeFileSync('/app/written', ''); process.exit(1); }
  catch (error) { process.exit(error.code === 'EROFS' ? 0 : 2); }`;

/** Containers are healthy and have no more rights than they need. */
export async function checkContainers(report: Report, count: number): Promise<void> {
  const services = productServices.map((name) => ({ name, count, user: 'node', state: 'healthy' }));
  // Without a health check, because it serves no requests.
  const backup = { name: 'backup', count: 1, user: '1000:1000', state: 'running' };
  for (const service of [...services, backup]) {
    await report.check(`${service.name} runs with the rights it needs`, async () => {
      const found = await containers(service.name);
      const counts = `${found.length} containers instead of ${service.count}`;
      assert(found.length === service.count, counts);
      for (const container of found) {
        const { State, HostConfig, RestartCount, Config } = await inspect(container);
        const state = State.Health?.Status ?? State.Status;
        assert(state === service.state, `is ${state}`);
        assert(HostConfig.ReadonlyRootfs, 'may write to its root file system');
        assert(HostConfig.CapDrop?.includes('ALL') === true, 'has capabilities');
        assert(HostConfig.Memory > 0, 'may take any memory');
        assert(Config.User === service.user, `runs as ${Config.User}`);
        assert(RestartCount === 0, `was restarted ${RestartCount} times`);
        const writing = ['exec', container, 'node', '-e', WRITE_PROGRAM];
        assert((await tryRun('docker', writing)) !== undefined, 'can write beside its program');
      }
    });
  }
}

/** Shorter texts are names, or would be found anywhere. */
const MIN_LENGTH = 16;

/** Returns the texts that must be in no log: the files' lines, and the passwords of those that are URLs. */
function secretsToFind(lines: readonly string[]): Set<string> {
  const passwords = lines
    .filter((line) => line.includes('://'))
    .flatMap((line) => {
      const { password } = new URL(line);
      return [password, decodeURIComponent(password)];
    });
  return new Set([...lines, ...passwords].filter(({ length }) => length >= MIN_LENGTH));
}

const READ_SECRETS = `
  const { readdirSync, readFileSync } = require('node:fs');
  for (const { name, parentPath, ...entry } of readdirSync('/run/secrets', { withFileTypes: true, recursive: true }))
    try { console.log(readFileSync(parentPath + '/' + name, 'utf8').trim()); } catch {}`;

/** Reads the secrets of a service. */
async function readSecrets(service: string): Promise<string[]> {
  const text = await compose(['exec', '-T', service, 'node', '-e', READ_SECRETS]);
  return text.split('\n').filter((line) => line.length >= MIN_LENGTH);
}

/** Secrets are only where they are needed, and in no log and no environment. */
export async function checkSecrets(report: Report, password: string): Promise<void> {
  await report.check('secrets are where they are needed', async () => {
    const [gateway, media, billing] = await Promise.all(
      ['gateway', 'media', 'billing'].map(readSecrets),
    );
    assert(gateway?.length === 5, `the gateway reads ${gateway?.length ?? 0} secrets instead of 5`);
    assert(media?.some((text) => text.startsWith('mongodb:')) === true, 'media lacks its database');
    assert(!media.includes(password), 'media reads the initial password');
    assert(billing?.includes(password) === true, 'billing lacks the initial password');
  });
  await report.check('no secret is in a log or an environment', async () => {
    const secrets = secretsToFind((await Promise.all(productServices.map(readSecrets))).flat());
    secrets.delete(password);
    const lines: string[] = [];
    await compose(['logs', '--no-color'], (line) => lines.push(line));
    const output = lines.join('\n');
    const all = await Promise.all(
      (await compose(['ps', '--all', '--quiet'])).trim().split('\n').map(inspect),
    );
    const settings = all.flatMap(({ Config }) => Config.Env ?? []).join('\n');
    for (const secret of secrets) {
      assert(!output.includes(secret), 'a secret is in the logs');
      assert(!settings.includes(secret), 'a secret is in an environment');
    }
    assert(!settings.includes(password), 'the initial password is in an environment');
    assert(output.split(password).length === 2, 'the initial password is not printed exactly once');
    return `${secrets.size} secrets looked for`;
  });
}

const messages = { en: /^This service is temporarily unavailable/, kn: /[\u0c80-\u0cff]/ };

/** Without a gateway the reverse proxy responds as a gateway would, in the reader's language. */
export async function checkProxyError(report: Report): Promise<void> {
  await report.check('without a gateway the reverse proxy responds in both languages', async () => {
    await compose(['stop', 'gateway']);
    for (const [language, pattern] of Object.entries(messages)) {
      const headers = { 'accept-language': language };
      const response = await fetch(`${origin}/api/health`, { headers });
      const { code, message = '' } = (await response.json()) as Record<string, string>;
      const [type, after] = ['content-type', 'retry-after'].map((name) =>
        response.headers.get(name),
      );
      const found = [response.status, code, type, after].join(' ');
      assert(found === '503 SERVICE_UNAVAILABLE application/problem+json 1', found);
      assert(pattern.test(message), `the message in ${language} is ${message}`);
    }
  });
}
