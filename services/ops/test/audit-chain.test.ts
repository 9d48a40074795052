import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HealthServer, MONGO } from '@ctdb/chassis';
import {
  admin,
  rpcCallers,
  startTestService,
  testEnv,
  type RpcCaller,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  eraseAuditDetails,
  getAuditHead,
  listAudit,
  verifyAudit,
  type AuditVerification,
} from '@ctdb/contracts';
import type { Collection, Connection } from 'mongoose';
import { chainEntries, type ChainedEntry } from '../src/audit/audit-chain.js';
import { AuditVerifier } from '../src/audit/audit-verifier.js';
import type { AuditRecord } from '../src/audit/audit.record.js';
import { AuditRepository } from '../src/audit/audit.repository.js';
import { OpsModule } from '../src/ops.module.js';

const env = testEnv();
let services: TestService[];
let call: RpcCaller;
let entries: Collection<AuditRecord>;
let days: Collection<{ _id: string; sequence: number; hash: string }>;

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

const append = async (count: number): Promise<void> => {
  const repository = services[0]?.get(AuditRepository);
  for (let n = 0; n < count; n += 1) await repository?.add(entry());
};

const at = async (sequence: number): Promise<ChainedEntry> => {
  const found = await entries.findOne({ sequence });
  if (!found) throw new Error('there is no such entry');
  return found as unknown as ChainedEntry;
};

const verify = () => call(verifyAudit, {});
const findings = async () =>
  (await verify()).findings.map(({ code, sequence }) => [code, sequence]);

const start = async (replicas: number): Promise<void> => {
  services = await Promise.all(
    Array.from({ length: replicas }, () => startTestService(OpsModule, env)),
  );
  const db = services[0]?.get<Connection>(MONGO);
  entries = db?.collection('audit') as never;
  days = db?.collection('audit_days') as never;
};

/** A process remembers the end of the chain. */
const restart = async (): Promise<void> => {
  for (const service of services) await service.close();
  await start(1);
};

beforeAll(async () => {
  await start(2);
  call = (await rpcCallers(env))(admin({ name: 'asha' }));
}, 120_000);

describe('entries that two replicas append at once', () => {
  it('make one chain without gaps, each event once', async () => {
    const shared = entry();
    await Promise.all(
      services.flatMap((service) =>
        Array.from({ length: 150 }, (_, n) =>
          service.get(AuditRepository).add(n % 50 === 0 ? shared : entry()),
        ),
      ),
    );
    const total = await entries.countDocuments();
    expect(total).toBe(2 * 147 + 1);
    expect(await verify()).toEqual({
      total,
      checked: total,
      erased: 0,
      findings: [],
      found: 0,
      unchained: 0,
    });
    expect(await days.find().toArray()).toEqual([
      expect.objectContaining({ sequence: total, hash: (await at(total)).hash }),
    ]);
  }, 60_000);
});

describe('an entry that the database refuses', () => {
  it('keeps out no other one of its batch', async () => {
    const huge = entry({ changes: [{ field: 'notes', after: 'x'.repeat(17 * 1024 * 1024) }] });
    const repository = services[0]?.get(AuditRepository);
    const added = await Promise.allSettled(
      [entry(), huge, entry()].map(async (each) => repository?.add(each)),
    );
    expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await findings()).toEqual([]);
  }, 60_000);
});

describe('the verification', () => {
  beforeEach(async () => {
    await entries.deleteMany({});
    await days.deleteMany({});
    await restart();
    await append(5);
  }, 60_000);

  it('finds a changed entry, and changed details', async () => {
    await entries.updateOne({ sequence: 2 }, { $set: { 'actor.name': 'ravi' } });
    await entries.updateOne({ sequence: 4 }, { $set: { 'changes.0.after.n': 1 } });
    expect(await findings()).toEqual([
      ['changed', 2],
      ['detailsChanged', 4],
    ]);
  });

  it('finds deleted entries, also the last one after others were appended', async () => {
    await entries.deleteOne({ sequence: 3 });
    await entries.deleteOne({ sequence: 5 });
    expect(await findings()).toEqual([
      ['missing', 3],
      ['missing', 5],
    ]);
    await restart();
    await append(2);
    expect(await findings()).toEqual([
      ['missing', 3],
      ['missing', 5],
    ]);
  }, 60_000);

  it('finds exchanged entries', async () => {
    await entries.updateOne({ sequence: 2 }, { $set: { sequence: 9 } });
    await entries.updateOne({ sequence: 3 }, { $set: { sequence: 2 } });
    await entries.updateOne({ sequence: 9 }, { $set: { sequence: 3 } });
    expect(await findings()).toEqual([
      ['changed', 2],
      ['changed', 3],
      ['changed', 4],
    ]);
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
    expect(items.find((item) => item.id === id)).toMatchObject({
      changes: [],
      erasedAt: expect.any(String),
    });
    expect(JSON.stringify(await entries.findOne({ _id: id as never }))).not.toContain('Asthma');
    expect(items[0]).toMatchObject({ action: 'details-erased', objectId: id });
    await entries.updateOne({ sequence: 2 }, { $set: { label: 'Other' } });
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
    await services[0]?.get(AuditRepository).add(note);
    await call(eraseAuditDetails, { id: note._id });
    const { items } = await call(listAudit, { page: 1, limit: 10, kind: 'note' });
    expect(items).toMatchObject([
      { changes, treatmentId: ids.treatmentId, disease: { id: ids.diseaseId } },
    ]);
    expect(await findings()).toEqual([]);
    await entries.updateOne({ sequence: 6 }, { $set: { 'changes.0.after': 'f'.repeat(24) } });
    expect(await findings()).toEqual([['detailsChanged', 6]]);
  });

  it('goes over days and parts', async () => {
    const verifier = services[0]?.get(AuditVerifier);
    const all = async () => {
      const found: unknown[] = [];
      for (let next: number | undefined = 0; next !== undefined;) {
        const part: AuditVerification | undefined = await verifier?.verifyPart(next, 4);
        found.push(...(part?.findings ?? []));
        next = part?.next;
      }
      return found;
    };
    await entries.deleteMany({});
    await days.deleteMany({});
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

  it('has no end before the first entry, also after a crash at the first one', async () => {
    await entries.deleteMany({});
    await days.updateOne({}, { $set: { sequence: 0, hash: '' } });
    expect(await call(getAuditHead, {})).toEqual({});
    expect(await verify()).toMatchObject({ total: 0, findings: [] });
  });

  it('counts entries from before the chain, which have no hash', async () => {
    await entries.insertOne(entry({ at: new Date(0) }) as never);
    expect(await verify()).toMatchObject({ checked: 5, unchained: 1, findings: [] });
  });

  it('is a program, too, which says that it could not compare backups', async () => {
    const run = async (): Promise<{ code: number; stdout: string; stderr: string }> => {
      const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
      const loader = [
        '--conditions=@ctdb/source',
        '--import',
        toPath('../../chassis/register.mjs'),
      ];
      // In a container the port belongs to the service.
      const HEALTH_PORT = String(services[0]?.get(HealthServer).port);
      const running = promisify(execFile)(
        process.execPath,
        [...loader, toPath('../src/verify-audit.ts')],
        { env: { ...process.env, NODE_OPTIONS: '', HEALTH_PORT } },
      );
      return running.then(
        (output) => ({ code: 0, ...output }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
    };
    const right = await run();
    expect([right.code, JSON.parse(right.stdout)]).toMatchObject([2, { checked: 5, found: 0 }]);
    expect(right.stderr).toMatch(/backups could not be compared/);
    await entries.deleteOne({ sequence: 3 });
    const wrong = await run();
    expect([wrong.code, JSON.parse(wrong.stdout)]).toMatchObject([1, { found: 1 }]);
  }, 60_000);
});
