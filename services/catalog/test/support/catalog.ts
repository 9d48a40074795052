import type { MessageContext } from '@ctdb/chassis';
import { backgroundContext } from '@ctdb/chassis';
import {
  admin,
  rpcCallers,
  startTestService,
  testEnv,
  type RpcCaller,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  createDisease,
  createTreatment,
  getTreatmentOfDisease,
  treatmentDetail,
  type Disease,
  type DiseaseInput,
  type Subject,
  type Treatment,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { beforeAll } from 'vitest';
import { MONGO } from '@ctdb/chassis';
import type { Connection } from 'mongoose';
import { CatalogModule } from '../../src/catalog.module.js';

/** A running catalog with an empty database, and who calls it. */
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
}

/** Starts a catalog for a test file; use what it gives inside of tests only. */
export const testCatalog = (extra: Record<string, string> = {}): TestCatalog => {
  const env = testEnv({ SEED_SAMPLE_DATA: 'false', ...extra });
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
  } as TestCatalog;
  beforeAll(async () => {
    catalog.service = await startTestService(CatalogModule, env);
    catalog.as = await rpcCallers(env);
    catalog.call = catalog.as(admin());
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
export const commandContext = (overrides: Partial<MessageContext> = {}): MessageContext =>
  backgroundContext({ subject: admin(), ...overrides });

/** An id that nothing has. */
export const UNKNOWN_ID = 'f'.repeat(24);
