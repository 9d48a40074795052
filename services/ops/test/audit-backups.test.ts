import { beforeAll, describe, expect, it } from 'vitest';
import { MONGO } from '@ctdb/chassis';
import {
  admin,
  dropDatabase,
  rpcCallers,
  startTestService,
  testEnv,
  type RpcCaller,
} from '@ctdb/chassis/testing';
import { verifyAudit } from '@ctdb/contracts';
import type { Collection, Connection } from 'mongoose';
import { chainEntries } from '../src/audit/audit-chain.js';
import type { AuditRecord } from '../src/audit/audit.record.js';
import { OpsModule } from '../src/ops.module.js';

const env = testEnv();
const journal = `${env.MONGODB_DB}-backups`;
process.env['BACKUPS_DB'] = journal;
const day = '2026-11-24';
const records = ['a', 'b', 'c'].map((id): AuditRecord => ({
  _id: id,
  at: new Date(0),
  actor: { role: 'admin', name: 'asha' },
  kind: 'disease',
  action: 'updated',
  changes: [],
  requestId: 'r-1',
}));
const chain = chainEntries(null, records, day);
const [, second, last] = chain;
const time = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
let runs: Collection;
let call: RpcCaller;

beforeAll(async () => {
  const ops = await startTestService(OpsModule, env);
  env.onEnd(() => dropDatabase(env.MONGODB_URI, journal));
  const db = ops.get<Connection>(MONGO);
  await db.collection('audit').insertMany(chain as never[]);
  await db
    .collection<{ _id: string }>('audit_days')
    .insertOne({ _id: day, sequence: last?.sequence, hash: last?.hash } as { _id: string });
  runs = db.useDb(journal).collection('runs');
  call = (await rpcCallers(env))(admin());
}, 120_000);

const verify = async () =>
  (await call(verifyAudit, {})).findings.map(({ code, sequence }) => [code, sequence]);
const backup = (minute: number, sequence = 2, hash = second?.hash) => ({
  ...{ run: 'backup', startedAt: time(minute), outcome: 'ok' },
  auditHead: { sequence, day, hash },
});
const restore = (minute: number, snapshotMinute: number) => ({
  ...{ run: 'restore', startedAt: time(minute), outcome: 'ok' },
  snapshotAt: time(snapshotMinute),
});

describe('the ends of the audit trail that backups of everything have noted', () => {
  it('are compared, but for those after which a restore went back', async () => {
    const { auditHead, ...former } = backup(0);
    await runs.insertMany([former, backup(10), { run: 'backup', startedAt: time(11), auditHead }]);
    expect(await verify()).toEqual([]);
    await runs.insertMany([backup(20, 3, 'another'), backup(21, 3, 'another'), backup(22, 4)]);
    const differing = [
      ['backupDiffers', 3],
      ['backupDiffers', 4],
    ];
    expect(await verify()).toEqual(differing);
    await runs.insertOne(restore(19, 10));
    expect(await verify()).toEqual(differing);
    await runs.insertOne(restore(30, 10));
    expect(await verify()).toEqual([]);
  });
});
