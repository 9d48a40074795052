import { randomBytes } from 'node:crypto';
import { backgroundContext, MONGO, toObjectId, type MessageContext } from '@ctdb/chassis';
import {
  admin,
  rpcCallers,
  sharedTestEnv,
  startTestService,
  waitUntil,
  type RpcCaller,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  createDisease,
  createTreatment,
  getTreatmentOfDisease,
  listDiseases,
  treatmentDetail,
  type Disease,
  type DiseaseInput,
  type Subject,
  type Treatment,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { beforeAll, vi } from 'vitest';
import type { Connection } from 'mongoose';
import { CatalogModule } from '../../src/catalog.module.js';
import { SamplesService } from '../../src/seed/samples.service.js';

/** A running catalog, and who calls it. */
export interface TestCatalog {
  readonly env: TestEnv;
  service: TestService;
  as: (subject: Subject) => RpcCaller;
  /** Calls as the administrator. */
  call: RpcCaller;
  /** The catalog's own connection. */
  readonly mongo: Connection;
  disease(overrides?: Partial<DiseaseInput>): Promise<Disease>;
  treatment(diseaseId?: string): Promise<Treatment>;
  /** Changes a stored record past the service. */
  change(collection: string, id: string, update: object): Promise<unknown>;
  /** Removes all that is stored. */
  empty(): Promise<void>;
  /** Another catalog on the same database, until the file ends. */
  replica(): Promise<TestService>;
}

/** FerretDB deletes no record whose outbox is being emptied. */
const emptyCollection = (mongo: Connection, name: string): Promise<void> =>
  waitUntil(async () => {
    await mongo.collection(name).deleteMany({});
    return (await mongo.collection(name).countDocuments()) === 0;
  }, `${name} does not become empty`);

const CATALOG_BUCKET = `test-${randomBytes(6).toString('hex')}`;

/**
 * The catalog of a test file: files share the application, and each begins with an empty database or with the samples.
 * Use what it gives inside of tests only.
 */
export const testCatalog = ({ hasSamples = false } = {}): TestCatalog => {
  const env = sharedTestEnv({ SEED_SAMPLE_DATA: String(hasSamples), CATALOG_BUCKET });
  const catalog = {
    env,
    get mongo() {
      return catalog.service.get<Connection>(MONGO);
    },
    disease: (overrides = {}) =>
      catalog.call(createDisease, {
        nameEn: 'Asthma',
        nameKn: 'ಅಸ್ತಮಾ',
        category: 'Respiratory',
        ...overrides,
      }),
    treatment: async (diseaseId) =>
      catalog.call(createTreatment, {
        diseaseId: diseaseId ?? (await catalog.disease()).id,
        descriptionEn: 'Green light on the chest.',
        descriptionKn: 'ಎದೆಯ ಮೇಲೆ ಹಸಿರು ಬೆಳಕು.',
      }),
    change: (collection, id, update) =>
      catalog.mongo.collection(collection).updateOne({ _id: toObjectId(id) }, update),
    empty: async () => {
      const stored = (await catalog.mongo.listCollections()).map(({ name }) => name);
      for (const name of stored.filter((each) => each !== 'migrations'))
        await emptyCollection(catalog.mongo, name);
      // The registry is read anew where its log is lost.
      await catalog.call(listDiseases, {});
    },
    replica: () => startTestService(CatalogModule, { ...env, isShared: false }),
  } as TestCatalog;
  beforeAll(async () => {
    env.onEnd(async () => vi.restoreAllMocks());
    catalog.service = await startTestService(CatalogModule, env);
    catalog.as = await rpcCallers(env);
    catalog.call = catalog.as(admin());
    await catalog.empty();
    if (hasSamples) await catalog.service.get(SamplesService).fill();
  }, 30_000);
  return catalog;
};

/** The treatment of a disease as the caller sees it. */
export const readTreatment = async (
  call: RpcCaller,
  diseaseId: string,
): Promise<TreatmentDetail> => {
  const reply = await call(getTreatmentOfDisease, { diseaseId });
  if ('notModified' in reply) throw new Error('the reply has no treatment');
  return treatmentDetail.parse(reply);
};

/** The context of one command, to call a service as the bus does when it delivers again. */
export const commandContext = (): MessageContext => backgroundContext({ subject: admin() });

/** A protocol without Kannada texts. */
export const protocol = {
  color: 'green',
  applicationArea: 'Chest',
  duration: '20 min',
  frequency: 'daily',
} as const;

/** An id that nothing has. */
export const UNKNOWN_ID = 'f'.repeat(24);

/** What a call is refused with. */
export const notFound = (kind: string) => ({ code: 'NOT_FOUND', params: { kind } });
export const invalid = (path: string, code: string) => ({
  code: 'VALIDATION_FAILED',
  params: { faults: [{ path, code }] },
});

/** The caller's own among the events of a treatment. */
export const eventOf =
  (treatmentId: string) =>
  ({ payload }: { payload: { treatmentId: string } }): boolean =>
    payload.treatmentId === treatmentId;
