import { compose } from '../docker.ts';
import type { Client } from '../load/client.ts';
import { assert, waitUntil, type Report } from '../report.ts';
import { origin } from '../settings.ts';
import { productServices } from './containers.ts';

const POLL_TIMEOUT_MS = 60_000;
const BACKUP_TIMEOUT_MS = 180_000;

interface BackupLog {
  status: string;
  totalImages: number;
  failedBackups: number;
}
interface Overview {
  ops?: {
    processes: { name: string; state: string }[];
    waitingDeadLetters: number;
    unknown?: string[];
  };
}

/** What the browser tests do not see: files of backups, the state of processes, and ports. */
export async function smokeTest(report: Report, client: Client): Promise<void> {
  await report.check('a full backup of all images', () => checkFullBackup(client));
  await report.check('every process reports that it is ready', async () => {
    const found = await waitUntil('all processes are ready', POLL_TIMEOUT_MS, async () => {
      const { ops } = await client.json<Overview>({ path: '/api/operations' });
      const ready = ops?.processes.filter(({ state }) => state === 'ready') ?? [];
      return productServices.every((one) => ready.some(({ name }) => name === one))
        ? ops
        : undefined;
    });
    assert(found.unknown === undefined, `${found.unknown?.join(', ')} cannot be read`);
    assert(found.waitingDeadLetters === 0, `${found.waitingDeadLetters} dead letters`);
    return `${found.processes.length} of them`;
  });
  await report.check('no other port is published', checkPublishedPorts);
}

async function checkFullBackup(client: Client): Promise<string> {
  const { id } = await client.json<{ id: string }>({ method: 'POST', path: '/api/backup/full' });
  const log = await waitUntil('the backup is over', BACKUP_TIMEOUT_MS, async () => {
    const now = await client.json<BackupLog>({ path: `/api/backup/${id}` });
    return now.status === 'running' ? undefined : now;
  });
  const { status, totalImages, failedBackups } = log;
  assert(status === 'completed' && failedBackups === 0, `${status}, ${failedBackups} failures`);
  const listed = await compose(['exec', '-T', 'media-worker', 'find', '/backups', '-type', 'f']);
  const files = listed.trim().split('\n').length;
  assert(files >= totalImages, `${files} files for ${totalImages} images`);
  return `${totalImages} images`;
}

/** Only the gateway or reverse proxy and the PayPal simulator publish ports. */
async function checkPublishedPorts(): Promise<string> {
  const listed = await compose(['ps', '--format', '{{.Service}} {{.Ports}}']);
  const open = listed.split('\n').filter((line) => line.includes('->'));
  const unexpected = open.filter((line) => !/^(gateway|edge|paypal-sandbox) /.test(line));
  assert(unexpected.length === 0, unexpected.join('\n'));
  assert(!(await fetch(`${origin}/metrics`)).ok, 'metrics are public');
  return open.map((line) => line.split(' ')[0]).join(', ');
}
