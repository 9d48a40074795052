import { attempt } from '../command.ts';
import { compose, containers, environment, inspect } from '../docker.ts';
import { must, type Report } from '../report.ts';

/** The product's processes, as compose calls them. */
export const processes = [
  'catalog',
  'billing',
  'media',
  'media-worker',
  'ops',
  'ops-worker',
  'gateway',
];

/** Tries to write where nothing may be written; 0 where that is refused. */
const TRY_TO_WRITE = `
  try { require('node:fs').writeFileSync('/app/written', ''); process.exit(1); }
  catch (error) { process.exit(error.code === 'EROFS' ? 0 : 2); }`;

/** What holds for containers that run. */
export async function checkProcesses(report: Report, count: number): Promise<void> {
  for (const service of processes) {
    await report.check(`${service} runs with what it needs only`, async () => {
      const found = await containers(service);
      must(found.length === count, `${found.length} containers instead of ${count}`);
      for (const container of found) {
        const { State, HostConfig, RestartCount, Config } = await inspect(container);
        must(State.Health?.Status === 'healthy', `is ${State.Health?.Status ?? 'not checked'}`);
        must(HostConfig.ReadonlyRootfs, 'may write to its root file system');
        must(HostConfig.CapDrop?.includes('ALL') === true, 'has capabilities');
        must(HostConfig.Memory > 0, 'may take any memory');
        must(Config.User === 'node', `runs as ${Config.User}`);
        must(RestartCount === 0, `was restarted ${RestartCount} times`);
        const writing = ['exec', container, 'node', '-e', TRY_TO_WRITE];
        must((await attempt('docker', writing)).code === 0, 'can write beside its program');
      }
    });
  }
}

const READ_SECRETS = `
  const { readdirSync, readFileSync } = require('node:fs');
  for (const { name, parentPath, ...entry } of readdirSync('/run/secrets', { withFileTypes: true, recursive: true }))
    try { console.log(readFileSync(parentPath + '/' + name, 'utf8').trim()); } catch {}`;

/** The secrets that a service can read. */
async function secretsOf(service: string): Promise<string[]> {
  const text = await compose(['exec', '-T', service, 'node', '-e', READ_SECRETS]);
  return text.split('\n').filter((line) => line.length >= 16);
}

/** What holds for secrets: only where they are needed, and in no log and no environment. */
export async function checkSecrets(report: Report, password: string): Promise<void> {
  await report.check('secrets are where they are needed', async () => {
    const [gateway, media, billing] = await Promise.all(
      ['gateway', 'media', 'billing'].map(secretsOf),
    );
    must(gateway?.length === 3, `the gateway reads ${gateway?.length ?? 0} secrets instead of 3`);
    must(media?.some((text) => text.startsWith('mongodb:')) === true, 'media lacks its database');
    must(!media.includes(password), 'media reads the first password');
    must(billing?.includes(password) === true, 'billing lacks the first password');
  });
  await report.check('no secret is in a log or an environment', async () => {
    const secrets = new Set((await Promise.all(processes.map(secretsOf))).flat());
    secrets.delete(password);
    const { output } = await attempt('docker', ['compose', 'logs', '--no-color'], {
      env: environment(),
    });
    const all = await Promise.all(
      (await compose(['ps', '--all', '--quiet'])).trim().split('\n').map(inspect),
    );
    const settings = all.flatMap(({ Config }) => Config.Env ?? []).join('\n');
    for (const secret of secrets) {
      must(!output.includes(secret), 'a secret is in the logs');
      must(!settings.includes(secret), 'a secret is in an environment');
    }
    must(output.split(password).length === 2, 'the first password is not printed exactly once');
    return `${secrets.size} secrets looked for`;
  });
}
