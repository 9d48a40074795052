import { MONGO } from '@ctdb/chassis';
import {
  admin,
  dropDatabase,
  newEnvelope,
  rpcCallers,
  startTestService,
  testBroker,
  testEnv,
  testMailServer,
  waitUntil,
  type RpcCaller,
} from '@ctdb/chassis/testing';
import {
  backupEvents,
  deploymentEvents,
  getCompleteBackupStatus,
  getOpsOverview,
  listAudit,
  mailEvents,
  purchaseEvents,
  type EventContract,
  type PayloadOf,
} from '@ctdb/contracts';
import type { Collection, Connection } from 'mongoose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BackupsService } from '../src/backups/backups.service.js';
import { DeadLettersRepository } from '../src/dead-letters/dead-letters.repository.js';
import { OpsModule } from '../src/ops.module.js';
import { WarningsService } from '../src/warnings/warnings.service.js';

const to = 'administrators@example.com';
const mailServer = testMailServer();
const env = testEnv({ BACKUPS_EXPECTED: 'true', ADMIN_EMAIL: to, ADMIN_LANGUAGE: 'kn' });
const journal = `${env.MONGODB_DB}-backups`;
process.env['BACKUPS_DB'] = journal;
let runs: Collection;
let call: RpcCaller;
let service: BackupsService;
let warnings: WarningsService;
let deadLetters: DeadLettersRepository;

beforeAll(async () => {
  const ops = await startTestService(OpsModule, env);
  env.onEnd(() => dropDatabase(env.MONGODB_URI, journal));
  service = ops.get(BackupsService);
  warnings = ops.get(WarningsService);
  deadLetters = ops.get(DeadLettersRepository);
  runs = ops.get<Connection>(MONGO).useDb(journal).collection('runs');
  call = (await rpcCallers(env))(admin());
}, 60_000);

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
const run = (kind: string, minute: number, outcome: string, more = {}) => ({
  ...{ run: kind, startedAt: at(minute), endedAt: at(minute + 1), outcome },
  ...more,
});
const copied = { rpoMinutes: 60, bytes: 5_000, addedBytes: 70, databases: { billing: 4 } };
const status = () => call(getCompleteBackupStatus, {});

it('what is shown of the copies of everything is nothing before the first', async () => {
  expect(await status()).toEqual({ isExpected: true, warnings: [] });
});

it('what is shown of the copies of everything are the newest runs, and a failure until one of its kind succeeds', async () => {
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
      place: 'unknown',
    },
    lastDrill: { at: at(41).toISOString(), passed: false },
    drillPassedAt: at(21).toISOString(),
    failure: { run: 'backup', at: at(31).toISOString(), step: 'repository' },
    warnings: expect.any(Array),
  });
  await runs.insertOne(run('backup', 51, 'ok', copied));
  const { failure } = await status();
  expect(failure).toEqual({ run: 'drill', at: at(41).toISOString(), step: 'other' });
  const { failureOf } = await service.read();
  expect([failureOf('backup'), failureOf('drill')?.startedAt]).toEqual([undefined, at(40)]);
});

describe('administrators', () => {
  beforeEach(() => void mailServer.mails.splice(0));

  const areTold = async (...subjects: string[]) => {
    const isSent = () => mailServer.mails.length >= subjects.length;
    await waitUntil(isSent, 'there are not enough mails', 30_000);
    const sent = mailServer.mails.map(({ subject = '' }) => subject.replace(/^.*: /, ''));
    expect(sent.sort()).toEqual(subjects.sort());
  };

  it('get one mail about all failures of a kind until one succeeds', async () => {
    const drill = 'ಡೇಟಾಬೇಸ್‌ಗಳ ಮರುಸ್ಥಾಪನೆ ಪರೀಕ್ಷೆ ವಿಫಲವಾಗಿದೆ';
    const backup = 'ಎಲ್ಲದರ ಬ್ಯಾಕಪ್ ವಿಫಲವಾಗಿದೆ';
    const areToldAfter = async (newRun: object, ...subjects: string[]) => {
      await runs.insertOne(newRun);
      await warnings.checkRuns();
      await areTold(...subjects);
    };
    await areToldAfter(run('drill', 55, 'failed'), drill);
    await areToldAfter(run('backup', 60, 'failed', { step: 'databases' }), drill, backup);
    expect((await mailServer.waitFor(backup)).text).toContain('24 ನವೆಂಬರ್ 2026, 18:31 IST');
    await areToldAfter(run('backup', 70, 'failed', { step: 'databases' }), drill, backup);
    await areToldAfter(run('backup', 80, 'ok', copied), drill, backup);
    await areToldAfter(run('backup', 90, 'failed'), drill, backup, backup);
  });

  it('get one mail about each event that needs them', async () => {
    const broker = await testBroker(env);
    /** Publishes an event as its service does, twice. */
    const publish = <E extends EventContract>(event: E, payload: PayloadOf<E>) => {
      const envelope = newEnvelope(event, payload);
      for (let times = 0; times < 2; times += 1) broker.publish(event.name, envelope);
    };
    const id = 'd'.repeat(24);
    const deployment = { deploymentId: id, projectName: 'site', kind: 'deploy' } as const;
    publish(purchaseEvents.refundRequested, { orderId: id, item: 'premium_monthly' });
    publish(backupEvents.ended, { logId: id, backupType: 'full', status: 'failed' });
    publish(backupEvents.ended, { logId: 'e'.repeat(24), backupType: 'drill', status: 'failed' });
    publish(backupEvents.ended, { logId: 'f'.repeat(24), backupType: 'full', status: 'completed' });
    publish(deploymentEvents.ended, { ...deployment, stage: 'failed' });
    // The audit trail has the same events; then all of them are handled.
    const audited = async () => (await call(listAudit, { page: 1, limit: 10 })).total === 4;
    await waitUntil(audited, 'the events are not in the audit trail');
    const words = ['ಮರುಪಾವತಿ ಕೋರಿಕೆ', 'ಬ್ಯಾಕಪ್ ವಿಫಲ', 'ಮರುಸ್ಥಾಪನೆ ಪರೀಕ್ಷೆ ವಿಫಲ', 'ನಿಯೋಜನೆ ವಿಫಲ'];
    for (const each of words) expect((await mailServer.waitFor(each)).receiver).toBe(to);
    expect(mailServer.mails).toHaveLength(words.length);
    expect((await call(getOpsOverview, {})).mail).toBe('on');
  });

  it('get one mail about each thing that the screens warn of', async () => {
    await runs.deleteMany({});
    const endedAt = new Date(Date.now() - 7_200_000);
    const old = { startedAt: endedAt, endedAt, ...copied, place: 'dataDisk' };
    const prunedAt = new Date(Date.now() - 3 * 86_400_000);
    const prune = { ...run('prune', 0, 'ok'), startedAt: prunedAt };
    await runs.insertMany([{ ...run('backup', 0, 'ok'), ...old }, prune]);
    const payload = { mailId: 'receipt-1', kind: 'receipt' };
    const content = Buffer.from(JSON.stringify({ name: mailEvents.billing.name, payload }));
    const deadAt = new Date();
    await deadLetters.insert({
      ...{ id: 'a'.repeat(24), service: 'billing', content, deadAt, reason: 'rejected' },
      ...{ messageId: undefined, contentType: undefined, type: undefined, replays: 0 },
    });
    await warnings.checkNow();
    await warnings.checkNow();
    const removal = 'ಎಲ್ಲದರ ಹಳೆಯ ಬ್ಯಾಕಪ್‌ಗಳನ್ನು ಅಳಿಸಲಾಗಿಲ್ಲ';
    const place = 'ಎಲ್ಲದರ ಬ್ಯಾಕಪ್ ಡೇಟಾ ಇರುವ ಡಿಸ್ಕ್‌ನಲ್ಲೇ ಇದೆ';
    await areTold('ಎಲ್ಲದರ ಬ್ಯಾಕಪ್ ತಡವಾಗಿದೆ', place, removal, 'ಒಂದು ಇಮೇಲ್ ಕಳುಹಿಸಲು ಆಗಲಿಲ್ಲ');
    const { warnings: shown } = await status();
    const times = shown?.map(({ at: time }) => time);
    const expected = [endedAt, undefined, prunedAt, deadAt].map((time) => time?.toISOString());
    expect(times).toEqual(expected);
    expect((await call(getOpsOverview, {})).warnings).toEqual(shown);
  });
});
