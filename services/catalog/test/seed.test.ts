import { rpcCaller, startTestService, testEnv, admin, type RpcCaller } from '@ctdb/chassis/testing';
import { MONGO } from '@ctdb/chassis';
import {
  createDisease,
  deleteDisease,
  listDiseases,
  listSampleTreatments,
  listTrash,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { CatalogModule } from '../src/catalog.module.js';
import { SeedService } from '../src/seed/seed.service.js';
import { readTreatment } from './support/catalog.js';

const env = testEnv({ SEED_SAMPLE_DATA: 'true' });
const start = () => startTestService(CatalogModule, env);
let call: RpcCaller;

beforeAll(async () => {
  call = await rpcCaller(admin(), env);
});

describe('the sample data', () => {
  it('fills a new database once, by however many catalogs', async () => {
    await Promise.all([start(), start()]);
    const { items, total } = await call(listDiseases, {});
    expect(total).toBe(24);
    expect(new Set(items.map(({ category }) => category)).size).toBe(9);
    for (const { id, createdAt } of items) {
      const detail = await readTreatment(call, id);
      expect(detail.protocols.length).toBeGreaterThan(0);
      expect(detail.notes.length).toBeGreaterThan(0);
      expect(detail.history.length).toBeGreaterThan(0);
      const written = [...detail.notes, ...detail.history].map((entry) => entry.createdAt);
      expect(written.every((at) => at > createdAt)).toBe(true);
    }
  }, 30_000);

  it('is listed, treatment by treatment', async () => {
    const { samples } = await call(listSampleTreatments, {});
    expect(samples).toHaveLength(24);
    for (const { diseaseId, treatmentId, color, applicationArea } of samples) {
      const detail = await readTreatment(call, diseaseId);
      expect(detail.id).toBe(treatmentId);
      expect(detail.protocols[0]).toMatchObject({ color, applicationArea });
    }
  });

  it('does not come back', async () => {
    const { items } = await call(listDiseases, {});
    const [first, second] = items.map(({ id }) => id);
    if (first === undefined || second === undefined) throw new Error('no samples');
    await call(deleteDisease, { id: first });
    const again = await start();
    const mongo = again.get<Connection>(MONGO);
    expect((await call(listDiseases, {})).total).toBe(23);
    expect((await call(listTrash, {})).items).toMatchObject([{ id: first }]);
    expect((await call(listSampleTreatments, {})).samples).toHaveLength(23);
    await mongo.collection('diseases').deleteMany({});
    await again.get(SeedService).run();
    expect(await mongo.collection('diseases').countDocuments()).toBe(0);
    expect((await call(listSampleTreatments, {})).samples).toEqual([]);
  });

  it('is finished by the next start where the first one died', async () => {
    const { get } = await start();
    const mongo = get<Connection>(MONGO);
    await mongo.collection('markers').updateOne({}, { $set: { finishedAt: null } });
    await get(SeedService).run();
    expect(await mongo.collection('diseases').countDocuments()).toBe(24);
  });

  it('stays out of a database that had diseases before', async () => {
    const { get } = await start();
    const mongo = get<Connection>(MONGO);
    for (const name of ['markers', 'diseases', 'treatments', 'notes', 'history'])
      await mongo.collection(name).deleteMany({});
    await call(createDisease, { nameEn: 'Own', nameKn: 'ಸ್ವಂತ', category: 'Other' });
    await get(SeedService).run();
    expect(await mongo.collection('diseases').countDocuments()).toBe(1);
  });
});
