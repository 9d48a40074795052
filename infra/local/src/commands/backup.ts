import { join } from 'node:path';
import { accessKeyOf, BACKUP_USER, passwordOf } from '../../access/users.mjs';
import { LaunchError } from '../failure.ts';
import { dataFolder, repository } from '../paths.ts';
import { loadSecrets } from '../secrets.ts';
import { startAllServers } from '../servers/start-servers.ts';
import { withSession } from '../session.ts';
import { ensureBackupTools } from '../tools/debian-chroot.ts';
import { findServiceBeside, runProgram } from './beside.ts';

const PROGRAM = join(repository, 'infra/backup/src/main.ts');
/** What the program can do beside the running product. */
const COMMANDS = ['backup', 'prune', 'drill', 'list', 'secrets'];

async function runBackup(args: string[], env: NodeJS.ProcessEnv, signal: AbortSignal) {
  await ensureBackupTools(signal);
  const data = dataFolder(process.env);
  const settings = {
    BACKUP_REPOSITORY: join(data, 'backup-repository'),
    BACKUP_PASSWORD: loadSecrets(data).backup,
    BACKUP_SECRETS: join(data, 'secrets.json'),
    ...process.env,
    ...env,
    BACKUP_WORK: join(data, 'backup-work'),
  };
  return (await runProgram([PROGRAM, ...args], { env: settings, signal })) ?? 1;
}

/** `npm run backup [-- prune|drill|list|secrets]`: copies everything, beside the running product. */
export async function backup(signal: AbortSignal, args: string[]): Promise<number> {
  const [command = 'backup'] = args;
  if (!COMMANDS.includes(command))
    throw new LaunchError(`Unknown command "${command}". Commands: ${COMMANDS.join(', ')}.`);
  const { env } = findServiceBeside('media-worker');
  const { MONGODB_URI, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = env;
  const { minio: secret } = loadSecrets(dataFolder(process.env));
  // Servers of the operator have the users that he names.
  const keys = process.env['S3_ENDPOINT']
    ? { S3_ACCESS_KEY, S3_SECRET_KEY }
    : {
        S3_ACCESS_KEY: accessKeyOf(secret, BACKUP_USER),
        S3_SECRET_KEY: passwordOf(secret, BACKUP_USER),
      };
  return runBackup([command, ...args.slice(1)], { MONGODB_URI, S3_ENDPOINT, ...keys }, signal);
}

/** `npm run restore [-- backup]`: replaces everything with a backup. The product must not run. */
export function restore(signal: AbortSignal, args: string[]): Promise<number> {
  return withSession(async (session) => {
    const servers = await startAllServers(session, signal);
    const { MONGODB_URI, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = servers;
    const rights = {
      RESTORE_MONGODB_URI: MONGODB_URI,
      RESTORE_S3_ACCESS_KEY: S3_ACCESS_KEY,
      RESTORE_S3_SECRET_KEY: S3_SECRET_KEY,
    };
    const addresses = { MONGODB_URI, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY };
    return runBackup(['restore', ...args], { ...addresses, ...rights }, signal);
  });
}
