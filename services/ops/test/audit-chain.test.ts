import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HealthServer, MONGO, type MessageContext } from '@ctdb/chassis';
import {
  admin,
  dropDatabase,
  newEnvelope,
  rpcCallers,
  runProgram,
  startTestService,
  testEnv,
  type RpcCaller,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accountEvents,
  eraseAuditDetails,
  getAuditHead,
  listAudit,
  verifyAudit,
  type AuditVerification,
} from '@ctdb/contracts';
import type { Collection, Connection } from 'mongoose';
import { getModelToken } from '@nestjs/mongoose';
import { chainEntries, type ChainedEntry } from '../src/audit/audit-chain.js';
import { AuditDaysRepository } from '../src/audit/audit-days.repository.js';
import { AuditEraser } from '../src/audit/audit-eraser.js';
import { auditMappings } from '../src/audit/audit-mappings.js';
import { AuditVerifier } from '../src/audit/audit-verifier.js';
import { AuditConsumer } from '../src/audit/audit.consumer.js';
import { AuditRecord } from '../src/audit/audit.record.js';
import { AuditRepository } from '../src/audit/audit.repository.js';
import { DiseaseNames } from '../src/audit/disease-names.js';
import { OpsModule } from '../src/ops.module.js';

const env = testEnv();
const journal = `${env.MONGODB_DB}-backups`;
process.env['BACKUPS_DB'] = journal;
let ops: TestService;
let call: RpcCaller;
let entries: Collection<AuditRecord>;
let days: Collection<{ _id: string; sequence: number; hash: string }>;
let runs: Collection;
let repository: AuditRepository;

const entry = (more: Partial<AuditRecord> = {}): AuditRecord => ({
  _id: randomUUID(),
  at: new Date(),
  actor: { role: 'admin', name: 'asha' },
  kind: 'disease',
  action: 'updated',
  objectId: 'd'.repeat(24),
  label: 'Asthma',
  changes: [{ field: 'notes', before: undefined, after: { n: -0, list: [undefined, 1e12] } }],
  requestId: 'r-1',
  ...more,
});

/** Of a process that has just started: it does not remember the end of the chain. */
const newRepository = () =>
  new AuditRepository(ops.get(getModelToken(AuditRecord.name)), ops.get(AuditDaysRepository));
const append = (count: number) =>
  Promise.all(Array.from({ length: count }, () => repository.add(entry())));
const erase = (id: string) => {
  const context = { commandId: randomUUID(), requestId: 'r-2' } as MessageContext;
  return new AuditEraser(repository).erase(id, admin(), context);
};

const at = async (sequence: number): Promise<ChainedEntry> => {
  const found = await entries.findOne({ sequence });
  if (!found) throw new Error('there is no such entry');
  return found as unknown as ChainedEntry;
};

const verify = () => call(verifyAudit, {});
const findings = async () =>
  (await verify()).findings.map(({ code, sequence }) => [code, sequence]);
const change = (sequence: number, fields: object) =>
  entries.updateOne({ sequence }, { $set: fields });

beforeAll(async () => {
  ops = await startTestService(OpsModule, env);
  for (const name of [journal, `${env.MONGODB_DB}-empty`])
    env.onEnd(() => dropDatabase(env.MONGODB_URI, name));
  const db = ops.get<Connection>(MONGO);
  entries = db.collection('audit');
  days = db.collection('audit_days');
  runs = db.useDb(journal).collection('runs');
  call = (await rpcCallers(env))(admin({ name: 'asha' }));
}, 60_000);

beforeEach(async () => {
  await Promise.all([entries.deleteMany({}), days.deleteMany({}), runs.deleteMany({})]);
  repository = newRepository();
});

it('the chain has no gaps, and each event once, where two replicas append at once', async () => {
  const shared = entry();
  const replicas = [repository, newRepository()];
  await Promise.all(
    replicas.flatMap((replica) =>
      Array.from({ length: 70 }, (_, n) => replica.add(n % 35 === 0 ? shared : entry())),
    ),
  );
  const total = await entries.countDocuments();
  expect(total).toBe(2 * 68 + 1);
  const whole = { total, checked: total, erased: 0, findings: [], found: 0, unchained: 0 };
  expect(await verify()).toEqual(whole);
  expect(await days.find().toArray()).toEqual([
    expect.objectContaining({ sequence: total, hash: (await at(total)).hash }),
  ]);
});

it('the chain has the other entries of a batch of which the database refuses one', async () => {
  const huge = entry({ changes: [{ field: 'notes', after: 'x'.repeat(17 * 1024 * 1024) }] });
  const added = await Promise.allSettled(
    [entry(), huge, entry()].map((each) => repository.add(each)),
  );
  expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await findings()).toEqual([]);
});

it('the chain has no end before the first entry, also after a crash at the first one', async () => {
  await days.insertOne({ _id: '2026-11-24', sequence: 0, hash: '' });
  expect(await call(getAuditHead, {})).toEqual({});
  expect(await verify()).toMatchObject({ total: 0, findings: [] });
});

describe('the verification', () => {
  beforeEach(() => append(5));

  it('finds changed entries, changed details, and exchanged entries', async () => {
    await entries.insertOne(entry({ at: new Date(0) }) as never);
    // Those from before the chain, without a hash, are counted.
    expect(await verify()).toMatchObject({ checked: 5, unchained: 1, findings: [] });
    await change(1, { 'actor.name': 'ravi' });
    await change(5, { 'changes.0.after.n': 1 });
    await change(2, { sequence: 9 });
    await change(3, { sequence: 2 });
    await change(9, { sequence: 3 });
    expect(await findings()).toEqual([
      ...[1, 2, 3, 4].map((sequence) => ['changed', sequence]),
      ['detailsChanged', 5],
    ]);
  });

  it('finds deleted entries, also the last one after others were appended', async () => {
    await entries.deleteMany({ sequence: { $in: [3, 5] } });
    const missing = [3, 5].map((sequence) => ['missing', sequence]);
    expect(await findings()).toEqual(missing);
    repository = newRepository();
    await append(2);
    expect(await findings()).toEqual(missing);
  });

  it('finds a chain that was made anew, by what is noted beside it', async () => {
    const records = await entries.find().sort({ sequence: 1 }).toArray();
    const { day } = await at(1);
    const [, ...rest] = records as unknown as AuditRecord[];
    await entries.deleteMany({});
    await entries.insertMany(chainEntries(null, rest, day) as never[]);
    expect(await findings()).toEqual([['missing', 5]]);
    await days.updateOne({}, { $set: { sequence: 4 } });
    expect(await findings()).toEqual([['headDiffers', 4]]);
    await days.deleteMany({});
    expect(await findings()).toEqual([['headMissing', 4]]);
  });

  it('is right after details were erased, if an entry says so', async () => {
    const { _id: id } = await at(2);
    await call(eraseAuditDetails, { id });
    await expect(call(eraseAuditDetails, { id: randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await verify()).toMatchObject({ total: 6, erased: 1, findings: [] });
    const { items } = await call(listAudit, { page: 1, limit: 10 });
    const erased = items.find((item) => item.id === id);
    expect(erased).toMatchObject({ changes: [], erasedAt: expect.any(String) });
    expect(JSON.stringify(await entries.findOne({ _id: id as never }))).not.toContain('Asthma');
    expect(items[0]).toMatchObject({ action: 'details-erased', objectId: id });
    await change(2, { label: 'Other' });
    expect(await findings()).toEqual([['detailsChanged', 2]]);
    await entries.updateOne({ sequence: 2 }, { $unset: { label: 1 } });
    // The proof counts only where the chain holds it.
    const proof = await at(6);
    await entries.deleteOne({ sequence: 6 });
    await days.updateOne({}, { $set: { sequence: 5, hash: (await at(5)).hash } });
    expect(await findings()).toEqual([['erasedUnnoticed', 2]]);
    await entries.insertOne(proof as never);
    await entries.updateOne({ sequence: 6 }, { $unset: { sequence: 1 } });
    expect(await findings()).toEqual([['erasedUnnoticed', 2]]);
  });

  it('keeps the ids of erased entries, and finds a changed one', async () => {
    const ids = { diseaseId: 'd'.repeat(24), treatmentId: 'e'.repeat(24) };
    const changes = Object.entries(ids).map(([field, after]) => ({ field, after }));
    const note = entry({ kind: 'note', changes: [{ field: 'title', after: 'Ravi' }, ...changes] });
    await repository.add(note);
    // The service remembers the end of an earlier chain.
    await erase(note._id);
    const { items } = await call(listAudit, { page: 1, limit: 10, kind: 'note' });
    expect(items).toMatchObject([
      { changes, treatmentId: ids.treatmentId, disease: { id: ids.diseaseId } },
    ]);
    expect(await findings()).toEqual([]);
    await change(6, { 'changes.0.after': 'f'.repeat(24) });
    expect(await findings()).toEqual([['detailsChanged', 6]]);
  });

  it('is right after an account was erased: entries about it, also later ones, have no details', async () => {
    const [verifier, names] = [ops.get(AuditVerifier), ops.get(DiseaseNames)];
    const audit = new AuditConsumer(repository, verifier, new AuditEraser(repository), names);
    const payload = { accountId: 'a'.repeat(24), username: 'ravi', role: 'editor' };
    for (const fact of ['invited', 'erased', 'disabled'] as const) {
      const contract = accountEvents[fact];
      const row = auditMappings.find(({ event }) => event.name === contract.name);
      if (!row) throw new Error('the event is not in the table');
      const actor = admin({ name: 'asha' });
      await audit.record(row, payload, newEnvelope(contract, payload, { actor }));
    }
    expect(JSON.stringify(await entries.find().toArray())).not.toContain('ravi');
    expect(await verify()).toMatchObject({ total: 8, erased: 2, findings: [] });
    await entries.deleteOne({ action: 'erased' });
    const unnoticed = [6, 8].map((sequence) => ['erasedUnnoticed', sequence]);
    expect(await findings()).toEqual([['missing', 7], ...unnoticed]);
  });

  it('compares what backups have noted, but not where a restore went back since', async () => {
    const [{ hash, day }, { hash: last }] = [await at(2), await at(5)];
    const time = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
    const run = (kind: string, minute: number, more: object) =>
      runs.insertOne({ run: kind, startedAt: time(minute), outcome: 'ok', ...more });
    const backup = (minute: number, head: object) =>
      run('backup', minute, { auditHead: { ...head, day } });
    const restore = (minute: number) => run('restore', minute, { snapshotAt: time(10) });
    // Of an earlier version, of this one, and one that runs.
    await run('backup', 0, {});
    await backup(10, { sequence: 2, hash });
    await run('backup', 11, { auditHead: { sequence: 2, hash, day }, outcome: 'running' });
    expect(await findings()).toEqual([]);
    for (const minute of [20, 21]) await backup(minute, { sequence: 3, hash: 'another' });
    await backup(22, { sequence: 6, hash: last });
    const differing = [3, 6].map((sequence) => ['backupDiffers', sequence]);
    expect(await findings()).toEqual(differing);
    await restore(19);
    expect(await findings()).toEqual(differing);
    await restore(30);
    expect(await findings()).toEqual([]);
  });

  it('is a program, too, which says that it could not compare backups', async () => {
    // In a container the port belongs to the service.
    const HEALTH_PORT = String(ops.get(HealthServer).port);
    const run = (MONGODB_DB: string) =>
      runProgram('ops/dist/verify-audit.js', [], { HEALTH_PORT, MONGODB_DB });
    await entries.deleteOne({ sequence: 3 });
    const [right, wrong] = await Promise.all([run(`${env.MONGODB_DB}-empty`), run(env.MONGODB_DB)]);
    const isNotCompared = expect.stringContaining('backups could not be compared');
    expect(right).toMatchObject({ code: 2, stderr: isNotCompared });
    expect(JSON.parse(right.stdout)).toMatchObject({ checked: 0, found: 0 });
    expect(wrong).toMatchObject({ code: 1 });
    expect(JSON.parse(wrong.stdout)).toMatchObject({ checked: 4, found: 1 });
  }, 60_000);
});

it('the verification goes over days and parts', async () => {
  const all = async () => {
    const found: unknown[] = [];
    for (let next: number | undefined = 0; next !== undefined;) {
      const part: AuditVerification = await ops.get(AuditVerifier).verifyPart(next, 4);
      found.push(...part.findings);
      next = part.next;
    }
    return found;
  };
  let end: ChainedEntry | undefined;
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
    const records = Array.from({ length: 3 }, () => entry({ changes: [] }));
    const chained = chainEntries(end ?? null, records, day);
    await entries.insertMany(chained as never[]);
    end = chained.at(-1);
    await days.insertOne({ _id: day, sequence: end?.sequence ?? 0, hash: end?.hash ?? '' });
  }
  expect(await all()).toEqual([]);
  await days.updateOne({ _id: '2026-11-01' }, { $set: { hash: 'another' } });
  expect(await all()).toMatchObject([{ code: 'headDiffers', sequence: 3, day: '2026-11-01' }]);
  await days.updateOne({ _id: '2026-11-01' }, { $set: { hash: (await at(3)).hash } });
  await entries.deleteMany({ day: '2026-11-02' });
  await days.deleteOne({ _id: '2026-11-02' });
  expect(await all()).toMatchObject([{ code: 'missing', sequence: 4, count: 3 }]);
});
