import type { TestEnv } from '@ctdb/chassis/testing';
import type { KnownValues } from './fuzzed-requests.js';
import { GatewayUnderTest } from './gateway-under-test.js';
import { call } from './http-client.js';
import { ids } from './records.js';
import { DOMAIN } from './released-records.js';
import { stagedBilling } from './staged-billing.js';
import { stagedCatalog } from './staged-catalog.js';
import { image, stagedMedia } from './staged-media.js';
import { stagedOps } from './staged-ops.js';
import { Storage } from './storage.js';

/** What random requests are sent to. */
export interface FuzzTarget {
  readonly origin: string;
  /** Headers of an administrator. */
  readonly admin: Record<string, string>;
  /** Headers of a pass holder; a running product has none. */
  readonly pass: Record<string, string>;
  readonly known: KnownValues;
}

/** A gateway of this process, on services that answer with constants. */
export const startStagedTarget = async (env: TestEnv): Promise<FuzzTarget> => {
  await stagedCatalog().start(env);
  await stagedBilling().start(env);
  await stagedMedia((await Storage.start(env)).url).start(env);
  await stagedOps().start(env);
  const gateway = await GatewayUnderTest.start(env);
  return {
    origin: gateway.origin,
    admin: await gateway.admin(),
    pass: { ...(await gateway.pass('professional')), 'sec-fetch-site': 'same-origin' },
    known: new Map([
      ['filename', [image.filename]],
      ['domain', [DOMAIN]],
      ['id', [ids.run, ids.letter, ids.release]],
    ]),
  };
};

interface Detail {
  readonly id: string;
  readonly images?: readonly { id: string; filename: string }[];
}

/** A product that runs at `origin` with test payments; the requests change and delete its data. */
export const findRunningTarget = async (origin: string): Promise<FuzzTarget> => {
  const { ADMIN_USERNAME: username = 'admin', ADMIN_PASSWORD: password = '' } = process.env;
  const json = { username, password };
  const reply = await call(origin, '/api/admin/login', { method: 'POST', json });
  if (reply.status !== 200) throw new Error(`sign-in: ${reply.status} ${reply.text}`);
  const admin = { authorization: `Bearer ${String(reply.json()['token'])}` };
  const get = async (path: string) =>
    (await call(origin, path, { headers: admin })).json() as unknown;

  const diseases = (await get('/api/diseases')) as { id: string }[];
  const details: Detail[] = [];
  for (const { id } of diseases)
    details.push((await get(`/api/treatments/disease/${id}`)) as Detail);
  const images = details.flatMap((detail) => detail.images ?? []);
  const treatmentIds = details.filter((detail) => detail.images).map(({ id }) => id);
  const known = new Map([
    ['diseaseId', diseases.map(({ id }) => id)],
    ['treatmentId', treatmentIds],
    ['filename', images.map(({ filename }) => filename)],
    ['id', [...diseases, ...images].map(({ id }) => id).concat(treatmentIds)],
  ]);
  return { origin, admin, pass: {}, known };
};
