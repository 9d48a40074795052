import type { RouteName } from '@ctdb/contracts';
import { must } from '../report.ts';
import { contractOf, table, type Parts } from './contract.ts';
import { refused } from './problems.ts';
import { questionOf } from './tour.ts';
import { uploaded } from './valid/images.ts';
import type { World } from './world.ts';

/** A record that is at version 2 at least, and how to change it. */
interface Changeable {
  parts: Parts;
  /** Its version now; undefined once it is gone. */
  version: () => Promise<number | undefined>;
}

type Make = (world: World) => Promise<Changeable>;

const aDisease =
  (body?: unknown): Make =>
  async (world) => {
    const { tour, admin } = world;
    const { id, nameEn, nameKn, category, notes } = await world.disease();
    const params = { id };
    const input = { nameEn, nameKn, category, notes };
    await tour.call(admin, 'updateDisease', { params, body: { ...input, notes: 'Changed' } });
    const version = async () => {
      const { text, status } = await admin.ask(questionOf('getDisease', { params }));
      return status === 200 ? (JSON.parse(text) as { version: number }).version : undefined;
    };
    return {
      parts: { params, ...(body !== undefined && { body: { ...input, ...body } }) },
      version,
    };
  };

const aTreatment =
  (body: unknown): Make =>
  async (world) => {
    const { tour, admin } = world;
    const { disease, treatment } = await world.treated();
    const params = { id: treatment.id };
    await tour.call(admin, 'updateTreatment', { params, body: { descriptionEn: 'Changed' } });
    const of = { params: { diseaseId: disease.id } };
    const version = async () => (await tour.call(admin, 'getTreatmentOfDisease', of)).version;
    return { parts: { params, body }, version };
  };

const anImage =
  (body?: unknown): Make =>
  async (world) => {
    const { tour, admin } = world;
    const { disease, treatment } = await world.treated();
    const params = { id: (await uploaded(world, treatment)).id };
    await tour.call(admin, 'updateImage', { params, body: { title: 'Changed' } });
    const of = { params: { diseaseId: disease.id } };
    const version = async () =>
      (await tour.call(admin, 'getTreatmentOfDisease', of)).images.find(
        ({ id }) => id === params.id,
      )?.version;
    return { parts: { params, ...(body !== undefined && { body }) }, version };
  };

const protocol = { color: 'red', applicationArea: 'Back', duration: '5 min', frequency: 'Daily' };

/** How each route is tried; one that is missing here is missed below. */
const makers: Partial<Record<RouteName, Make>> = {
  updateDisease: aDisease({ notes: 'Conditional' }),
  deleteDisease: aDisease(),
  updateTreatment: aTreatment({ descriptionEn: 'Conditional' }),
  replaceProtocols: aTreatment([protocol]),
  updateImage: anImage({ title: 'Conditional' }),
  deleteImage: anImage(),
};

const ifMatch = (value: string) => ({ headers: { 'if-match': value } });

/** Tried with an old version, with no version, and with the right one. */
async function tried(world: World, name: RouteName, make: Make): Promise<void> {
  const { admin } = world;
  const { parts, version } = await make(world);
  const now = await version();
  must(now !== undefined && now >= 2, `its version is ${String(now)}`);
  const stale = questionOf(name, parts, ifMatch(`"${now - 1}"`));
  const refusal = { status: 412, code: 'VERSION_CONFLICT' } as const;
  const { params } = await refused(admin, stale, refusal);
  const current = params['current'] as { version?: number } | undefined;
  must(current?.version === now, `412 tells of ${JSON.stringify(current)}`);
  for (const value of ['1', '"0"', '"a"', '"1","2"'])
    await refused(admin, questionOf(name, parts, ifMatch(value)), {
      status: 400,
      code: 'VALIDATION_FAILED',
      faults: [{ path: 'If-Match', code: 'WRONG_FORMAT' }],
    });
  must((await version()) === now, 'a refused request has changed it');
  const answer = await admin.ask(questionOf(name, parts, ifMatch(`"${now}"`)));
  must(answer.status === contractOf(name).status, answer.words);
  const after = await version();
  must(after === (answer.status === 204 ? undefined : now + 1), `it is at ${String(after)}`);
  if (after !== undefined) must(answer.header('etag') === `"${after}"`, answer.words);
}

/** Routes that honour If-Match change nothing that was changed meanwhile. */
export async function conditional(world: World): Promise<void> {
  for (const [name] of table.filter(([, route]) => route.conditional))
    await world.report.check(`If-Match: ${name}`, async () => {
      const make = makers[name];
      must(make !== undefined, 'the test does not know it');
      await tried(world, name, make);
      return 'an old one 412, a malformed one 400, the current one is done';
    });
}
