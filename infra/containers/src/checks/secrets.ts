import { attempt } from '../command.ts';
import { compose, environment, inspect } from '../docker.ts';
import { must, type Report } from '../report.ts';
import { processes } from './processes.ts';

/** Whatever is shorter is a name, or would be found anywhere. */
const SHORTEST = 16;

/** What must be found nowhere: the files' lines, and the passwords of those that are addresses. */
export function searched(lines: readonly string[]): Set<string> {
  const passwords = lines
    .filter((line) => line.includes('://'))
    .flatMap((line) => {
      const { password } = new URL(line);
      return [password, decodeURIComponent(password)];
    });
  return new Set([...lines, ...passwords].filter(({ length }) => length >= SHORTEST));
}

const READ_SECRETS = `
  const { readdirSync, readFileSync } = require('node:fs');
  for (const { name, parentPath, ...entry } of readdirSync('/run/secrets', { withFileTypes: true, recursive: true }))
    try { console.log(readFileSync(parentPath + '/' + name, 'utf8').trim()); } catch {}`;

/** The secrets that a service can read. */
async function secretsOf(service: string): Promise<string[]> {
  const text = await compose(['exec', '-T', service, 'node', '-e', READ_SECRETS]);
  return text.split('\n').filter((line) => line.length >= SHORTEST);
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
    const secrets = searched((await Promise.all(processes.map(secretsOf))).flat());
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
    must(!settings.includes(password), 'the first password is in an environment');
    must(output.split(password).length === 2, 'the first password is not printed exactly once');
    return `${secrets.size} secrets looked for`;
  });
}
