import { beforeAll, describe, expect, it } from 'vitest';
import { MONGO } from '@ctdb/chassis';
import {
  admin,
  dropDatabase,
  rpcCallers,
  startTestService,
  testEnv,
  testMailServer,
  waitUntil,
  type RpcCaller,
} from '@ctdb/chassis/testing';
import { getCompleteBackupStatus } from '@ctdb/contracts';
import type { Collection, Connection } from 'mongoose';
import { BackupsMonitor } from '../src/backups/backups.monitor.js';
import { BackupsService } from '../src/backups/backups.service.js';
import { OpsModule } from '../src/ops.module.js';

const mailServer = testMailServer();
const env = testEnv({ BACKUPS_EXPECTED: 'true', ADMIN_EMAIL: 'administrators@example.com' });
const journal = `${env.MONGODB_DB}-backups`;
process.env['BACKUPS_DB'] = journal;
let runs: Collection;
let call: RpcCaller;
let service: BackupsService;
let monitor: BackupsMonitor;

beforeAll(async () => {
  const ops = await startTestService(OpsModule, env);
  env.onEnd(() => dropDatabase(env.MONGODB_URI, journal));
  service = ops.get(BackupsService);
  monitor = ops.get(BackupsMonitor);
  runs = ops.get<Connection>(MONGO).useDb(journal).collection('runs');
  call = (await rpcCallers(env))(admin());
}, 120_000);

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
const run = (kind: string, minute: number, outcome: string, more = {}) => ({
  ...{ run: kind, startedAt: at(minute), endedAt: at(minute + 1), outcome },
  ...more,
});
const copied = { rpoMinutes: 60, bytes: 5_000, addedBytes: 70, databases: { billing: 4 } };
const status = () => call(getCompleteBackupStatus, {});

describe('what is shown of the copies of everything', () => {
  it('is nothing before the first', async () => {
    expect(await status()).toEqual({ isExpected: true });
  });

  it('are the newest runs, and a failure until one of its kind succeeds', async () => {
    await runs.insertMany([
      run('backup', 0, 'ok', { ...copied, bytes: 1 }),
      run('backup', 10, 'ok', copied),
      run('drill', 20, 'ok', { restoreSeconds: 3 }),
      run('backup', 30, 'failed', { step: 'repository' }),
      run('drill', 40, 'failed', { step: 'unknown to this version' }),
      { run: 'backup', startedAt: at(50), outcome: 'running' },
    ]);
    expect(await status()).toEqual({
      isExpected: true,
      rpoMinutes: 60,
      last: {
        startedAt: at(10).toISOString(),
        seconds: 60,
        bytes: 5_000,
        addedBytes: 70,
        databases: [{ name: 'billing', documents: 4 }],
      },
      lastDrill: { at: at(41).toISOString(), passed: false },
      drillPassedAt: at(21).toISOString(),
      failure: { run: 'backup', at: at(31).toISOString(), step: 'repository' },
    });
    await runs.insertOne(run('backup', 51, 'ok', copied));
    expect((await status()).failure).toEqual({
      run: 'drill',
      at: at(41).toISOString(),
      step: 'other',
    });
    const { failureOf } = await service.read();
    expect([failureOf('backup'), failureOf('drill')?.startedAt]).toEqual([undefined, at(40)]);
  });
});

describe('administrators', () => {
  const told = async (...subjects: string[]) => {
    await monitor.checkNow();
    await waitUntil(() => mailServer.mails.length >= subjects.length, 'there are not enough mails');
    const toSubject = (text = '') => text.replace(/^.*: /, '');
    expect(mailServer.mails.map(({ subject }) => toSubject(subject)).sort()).toEqual(
      subjects.sort(),
    );
  };
  const failedDrill = 'the restore drill of the databases has failed';
  const failedBackup = 'the backup of everything has failed';

  it('get one mail about all failures of a kind until one succeeds', async () => {
    await told(failedDrill);
    await runs.insertOne(run('backup', 60, 'failed', { step: 'databases' }));
    await told(failedDrill, failedBackup);
    const mail = await mailServer.waitFor(failedBackup);
    expect(mail.text).toContain('November 24, 2026, 18:31 IST');
    await runs.insertOne(run('backup', 70, 'failed', { step: 'databases' }));
    await told(failedDrill, failedBackup);
    await runs.insertOne(run('backup', 80, 'ok', copied));
    await told(failedDrill, failedBackup);
    await runs.insertOne(run('backup', 90, 'failed', { step: 'objects' }));
    await told(failedDrill, failedBackup, failedBackup);
  });
});
