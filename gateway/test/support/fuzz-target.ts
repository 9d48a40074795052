import type { KnownValues } from './fuzzed-requests.js';
import { call } from './http-client.js';
import { ids } from './records.js';
import { sharedStage } from './stage.js';
import { image } from './staged-media.js';
import { DOMAIN } from './staged-ops.js';

/** What random requests are sent to. */
export interface FuzzTarget {
  readonly origin: string;
  /** Headers of an administrator. */
  readonly admin: Record<string, string>;
  /** Headers of a buyer; a running product has none. */
  readonly pass: Record<string, string>;
  readonly known: KnownValues;
}

/** A gateway of this process, on services that answer with constants. */
export const startStagedTarget = async (): Promise<FuzzTarget> => {
  const { admin, gateway } = await sharedStage();
  return {
    origin: gateway.origin,
    admin,
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
