import type { FieldFault, RouteContract, RouteName } from '@ctdb/contracts';
import { contractOf, table, type Parts } from '../contract.ts';
import { Faults } from '../faults.ts';
import { refused } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';
import { callerOf, faultsOf, refusedFor, sampleOf } from './request.ts';

type Work = [string, () => Promise<unknown>];

/** What may stand in an address where an id is expected. */
const strangers = [
  'zz',
  'f'.repeat(23),
  'f'.repeat(25),
  'g'.repeat(24),
  ' ',
  '../../etc/passwd',
  'a\u0000b',
  '[$ne]=1',
  'ಬಣ್ಣ',
  'x'.repeat(400),
];

function* paramsOf(world: World, name: RouteName, route: RouteContract): Generator<Work> {
  const sample = sampleOf(world, name);
  for (const key of Object.keys(sample.params ?? {})) {
    for (const value of strangers) {
      const params = { ...sample.params, [key]: value };
      const faults = faultsOf(route, 'params', params);
      const what = `${name}: ${key} is ${JSON.stringify(value).slice(0, 40)}`;
      if (faults.length > 0)
        yield [what, () => refusedFor(world, name, { ...sample, params }, faults)];
      else yield [what, () => unknownName(world, name, { ...sample, params })];
    }
    const broken = questionOf(name, { ...sample, params: { ...sample.params, [key]: 'BROKEN' } });
    const path = broken.path.replace('BROKEN', '%ff');
    const fault = { path: 'path', code: 'WRONG_FORMAT' };
    const refusal = { status: 400, code: 'VALIDATION_FAILED', faults: [fault] } as const;
    const caller = callerOf(world, name);
    yield [`${name}: ${key} is no UTF-8`, () => refused(caller, { ...broken, path }, refusal)];
  }
}

/** Names that are no ids are looked up: there is no such image, and this is no domain. */
const unknownName = (world: World, name: RouteName, parts: Parts): Promise<unknown> => {
  const isDomain = contractOf(name).errors?.includes('DOMAIN_NOT_VALID');
  return refused(
    callerOf(world, name),
    questionOf(name, parts),
    isDomain ? { status: 400, code: 'DOMAIN_NOT_VALID' } : { status: 404, code: 'NOT_FOUND' },
  );
};

/** Ids that are none, in every place of every address. */
export async function params(world: World): Promise<string> {
  const faults = new Faults();
  const named = table.filter(([, route]) => route.params !== undefined);
  for (const [name, route] of named) await faults.ofEach(paramsOf(world, name, route));
  faults.finish();
  return `${faults.looked} addresses of ${named.length} routes`;
}

const words = ['', '0', '-1', '1.5', '1e3', '999999999999', 'x'.repeat(400), 'null', '2024-13-45'];
const keysOf = ({ query }: RouteContract): string[] =>
  query !== undefined && 'shape' in query ? Object.keys(query.shape as object) : [];

function* queriesOf(world: World, name: RouteName, route: RouteContract): Generator<Work> {
  const { params, body } = sampleOf(world, name);
  const sample: Parts = { params, body };
  // A form is what is looked for first where forms are taken.
  const form = route.multipart ? { body: new FormData() } : {};
  const refusedWith = (query: string, faults: FieldFault[]): Promise<unknown> => {
    const question = questionOf(name, sample, form);
    const refusal = { status: 400, code: 'VALIDATION_FAILED', faults } as const;
    const path = `${question.path}?${query}`;
    return refused(callerOf(world, name), { ...question, path }, refusal);
  };
  const fault = (path: string, code: FieldFault['code']): FieldFault => ({ path, code });
  yield [`${name}: an unknown key`, () => refusedWith('no=1', [fault('no', 'UNKNOWN_KEY')])];
  yield [`${name}: no UTF-8`, () => refusedWith('no=%ff', [fault('no', 'BROKEN_UNICODE')])];
  for (const key of keysOf(route)) {
    for (const value of words) {
      const faults = faultsOf(route, 'query', { [key]: value });
      if (faults.length === 0) continue;
      const what = `${name}: ${key} is "${value.slice(0, 20)}"`;
      yield [what, () => refusedFor(world, name, { ...sample, query: { [key]: value } }, faults)];
    }
  }
}

/** Unknown keys, and values that are none, in the query of every route. */
export async function queries(world: World): Promise<string> {
  const faults = new Faults();
  for (const [name, route] of table) await faults.ofEach(queriesOf(world, name, route));
  faults.finish();
  return `${faults.looked} queries of ${table.length} routes`;
}

const UNKNOWN = 'f'.repeat(24);
const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);

/** The good request with one id after another that nobody has. */
function* unknownIds(sample: Parts): Generator<[string, Parts]> {
  for (const part of ['params', 'query', 'body'] as const) {
    const values = (sample[part] ?? {}) as Record<string, unknown>;
    for (const [key, value] of Object.entries(values))
      if (isId(value))
        yield [`${part}.${key}`, { ...sample, [part]: { ...values, [key]: UNKNOWN } }];
  }
}

/** Well-formed ids of nothing. */
export async function strangersIds(world: World): Promise<string> {
  const faults = new Faults();
  const named = table.filter(
    ([, { errors, multipart }]) => errors?.includes('NOT_FOUND') && !multipart,
  );
  const notFound = { status: 404, code: 'NOT_FOUND' } as const;
  for (const [name] of named) {
    const tried: Work[] = [...unknownIds(sampleOf(world, name))].map(([place, parts]) => [
      `${name}: ${place} is of nothing`,
      () => refused(callerOf(world, name), questionOf(name, parts), notFound),
    ]);
    await faults.ofEach(tried);
  }
  faults.finish();
  return `${faults.looked} ids of ${named.length} routes`;
}
