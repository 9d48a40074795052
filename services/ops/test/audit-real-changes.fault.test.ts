import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { MONGO } from '@ctdb/chassis';
import {
  admin,
  anonymous,
  rpcCallers,
  ServiceProcess,
  startTestService,
  testBroker,
  testEnv,
  waitUntil,
  type RpcCaller,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  changePassword,
  createDisease,
  createTreatment,
  deleteDisease,
  deleteHistoryEntry,
  deleteNote,
  getPrices,
  listAudit,
  listDiseases,
  replaceProtocols,
  restoreFromTrash,
  setPrices,
  signIn,
  signOut,
  startFullBackup,
  getBackupStatus,
  updateDisease,
  updateHistoryEntry,
  updateNote,
  updateTreatment,
  verifyAudit,
  type MessageContract,
  type RequestInput,
} from '@ctdb/contracts';
import type { Connection } from 'mongoose';
import { chainEntries } from '../src/audit/audit-chain.js';
import type { AuditRecord } from '../src/audit/audit.record.js';
import { OpsModule } from '../src/ops.module.js';

const env = testEnv();
const secrets = {
  patient: 'Zacharias Quibble',
  practitioner: 'Dr. Penelope Fizz',
  email: 'zacharias@quibble.example',
  address: '198.51.100.77',
  password: 'tangerine-otter-47',
  newPassword: 'marmalade-heron-82',
  note: 'sleeps badly since the divorce',
  treatment: 'green light over the left knee',
};
let ops: TestService;
let call: RpcCaller;
let callAnonymous: RpcCaller;

const answers = <C extends MessageContract>(contract: C, request: RequestInput<C>) => {
  const isAnswered = () => call(contract, request).then(Boolean, () => false);
  return waitUntil(isAnswered, `${contract.service} does not answer`, 60_000);
};

beforeAll(async () => {
  (await testBroker(env)).dropQueuesOf('catalog', 'billing', 'media');
  const backups = await mkdtemp(join(tmpdir(), 'backups-'));
  env.onEnd(() => rm(backups, { recursive: true }));
  const withoutSamples = { SEED_SAMPLE_DATA: 'false' };
  const account = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: secrets.password };
  const media = { ...withoutSamples, S3_BUCKET: env.MESSAGE_NAMESPACE };
  const programs = [
    ['catalog', 'main', withoutSamples],
    ['billing', 'main', account],
    // As in containers: the worker alone has access to the backups.
    ['media', 'main', { ...media, BACKUP_DIR: join(backups, 'not mounted') }],
    ['media', 'worker', { ...media, BACKUP_DIR: backups }],
  ] as const;
  const starting = programs.map(([service, program, own]) => {
    const variables = { ...own, MONGODB_DB: `${env.MONGODB_DB}-${service}` };
    return new ServiceProcess(env, `${service}/dist/${program}.js`, { variables }).start();
  });
  [ops] = await Promise.all([startTestService(OpsModule, env), ...starting]);
  const callers = await rpcCallers(env);
  call = callers(admin({ name: 'asha' }));
  callAnonymous = callers(anonymous);
  await answers(listDiseases, {});
  await answers(getPrices, {});
  await answers(getBackupStatus, {});
}, 120_000);

const changeTheCatalog = async (): Promise<void> => {
  const input = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory', notes: '' } as const;
  const { id } = await call(createDisease, input);
  await call(updateDisease, { ...input, id, notes: `ask ${secrets.email}` });
  const { id: treatmentId } = await call(createTreatment, { diseaseId: id });
  await call(updateTreatment, { id: treatmentId, descriptionEn: 'Light', descriptionKn: 'ಬೆಳಕು' });
  const protocol = { color: 'green', applicationArea: 'x', duration: 'x', frequency: 'x' } as const;
  await call(replaceProtocols, { treatmentId, protocols: [protocol] });
  const { note: content, patient: patientName, practitioner, treatment } = secrets;
  const entryInput = {
    date: '2025-03-01',
    patientName,
    treatmentDescription: treatment,
    practitioner,
  };
  const note = await call(addNote, { treatmentId, title: 'Sleep', content });
  const entry = await call(addHistoryEntry, { treatmentId, ...entryInput });
  const ofNote = { id: treatmentId, noteId: note.id };
  const ofEntry = { id: treatmentId, entryId: entry.id };
  await call(updateNote, { ...ofNote, title: `Sleep of ${patientName}`, content });
  const corrected = { date: '2025-03-02', treatmentDescription: content };
  await call(updateHistoryEntry, { ...ofEntry, ...entryInput, ...corrected });
  await call(deleteNote, ofNote);
  await call(deleteHistoryEntry, ofEntry);
  await call(restoreFromTrash, { kind: 'note', id: note.id });
  await call(restoreFromTrash, { kind: 'history', id: entry.id });
  await call(deleteDisease, { id });
  await call(restoreFromTrash, { kind: 'disease', id });
};

const changeBilling = async (): Promise<void> => {
  const { address, password, newPassword } = secrets;
  const username = 'admin';
  const { token } = await callAnonymous(signIn, { username, password, address });
  await callAnonymous(signOut, { token });
  await call(setPrices, { usdCents: 1_099, inrPaise: 89_900 });
  const users = ops.get<Connection>(MONGO).useDb(`${env.MONGODB_DB}-billing`).collection('users');
  const account = await users.findOne({ username });
  const callers = await rpcCallers(env);
  const owner = callers(admin({ id: String(account?._id), name: username }));
  await owner(changePassword, { currentPassword: password, newPassword, address });
};

const expected = {
  account: 'created password-changed signed-in signed-out',
  backup: 'ended started',
  disease: 'created deleted restored updated',
  history: 'added deleted restored updated',
  note: 'added deleted restored updated',
  price: 'changed',
  treatment: 'created protocols-replaced updated',
};

it('changes in the services themselves are all in the trail, with their administrator, without personal data', async () => {
  await changeTheCatalog();
  await changeBilling();
  await call(startFullBackup, {});
  const trail = async () => (await call(listAudit, { page: 1, limit: 100 })).items;
  const toActions = (entries: { action: string }[] = []) =>
    [...new Set(entries.map(({ action }) => action))].sort().join(' ');
  const listed = async () => {
    const byKind = Object.entries(Object.groupBy(await trail(), ({ kind }) => kind));
    return Object.fromEntries(byKind.map(([kind, entries]) => [kind, toActions(entries)]));
  };
  await expect.poll(listed, { timeout: 30_000 }).toEqual(expected);

  const ofHistory = (await trail()).filter(({ kind }) => kind === 'history');
  const corrected = ofHistory.find(({ action }) => action === 'updated')?.changes.slice(0, -2);
  expect(corrected).toEqual([{ field: 'date' }, { field: 'treatmentDescription' }]);

  const named = (await trail()).filter(({ kind }) => ['treatment', 'note'].includes(kind));
  expect(named.length).toBeGreaterThan(5);
  for (const { disease, treatmentId } of named) {
    expect(disease).toMatchObject({ nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' });
    expect(treatmentId).toMatch(/^[0-9a-f]{24}$/);
  }

  const actors = (await trail()).map(({ action, actor }) => `${actor.name} ${action}`);
  const ofAsha = ['protocols-replaced', 'started', 'changed'].map((action) => `asha ${action}`);
  const ofAdmin = ['signed-in', 'password-changed'].map((action) => `admin ${action}`);
  expect(actors).toEqual(expect.arrayContaining([...ofAsha, ...ofAdmin]));

  const stored = await ops.get<Connection>(MONGO).collection('audit').find().toArray();
  const text = JSON.stringify(stored).toLowerCase();
  for (const secret of Object.values(secrets)) {
    expect(text).not.toContain(secret.toLowerCase());
    for (const word of secret.split(/[\s@]+/).filter(({ length }) => length > 6))
      expect(text).not.toContain(word.toLowerCase());
  }
  expect(text).toContain('ask [masked]');
}, 90_000);

it('changes in the services themselves cannot be written anew without notice: a backup has noted the hash', async () => {
  const verify = async () => call(verifyAudit, {});
  expect(await verify()).toMatchObject({ backups: 1, unreadableBackups: 0, findings: [] });
  const db = ops.get<Connection>(MONGO);
  const entries = db.collection<AuditRecord>('audit');
  const [first, ...rest] = await entries.find().sort({ sequence: 1 }).toArray();
  await entries.deleteMany({});
  const forged = { ...first, action: 'deleted' } as AuditRecord;
  const day = new Date().toISOString().slice(0, 10);
  const chain = chainEntries(null, [forged, ...rest], day);
  await entries.insertMany(chain);
  await db.collection('audit_days').updateOne({}, { $set: { hash: chain.at(-1)?.hash } });
  expect((await verify()).findings).toMatchObject([{ code: 'backupDiffers' }]);
});
