import { must } from '../report.ts';
import { nothing } from './access.ts';
import { addressOf, table } from './contract.ts';
import { Faults } from './faults.ts';
import type { Visitor } from './http/visitor.ts';
import { refused } from './problems.ts';
import type { World } from './world.ts';

const unknown = [
  '/api',
  '/api/',
  '/api/nothing',
  '/api/diseases/a/b',
  '/api//diseases',
  '/paypal',
  '/paypal/nothing',
  '/uploads',
  '/uploads/a/b',
  '/health/live',
  '/metrics',
];

/** What is not there: never a page, and never told apart by who asks. */
async function strangePaths({ anonymous, admin }: World): Promise<string> {
  const faults = new Faults();
  const refusal = { status: 404, code: 'NOT_FOUND' } as const;
  for (const path of unknown)
    for (const visitor of [anonymous, admin])
      await faults.during(`${path} as ${visitor.name}`, () =>
        refused(visitor, { method: 'GET', path }, refusal),
      );
  faults.finish();
  return `${faults.looked} requests`;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function* strangersOf(admin: Visitor, path: string): Generator<[string, () => Promise<void>]> {
  // Where a parameter stands, a path that is written out may fit as well: they share their methods.
  const fitting = table.filter(([, route]) => fits(route.path, path));
  const own = new Set<string>(fitting.map(([, { method }]) => method));
  const allow = [...own, ...(own.has('GET') ? ['HEAD'] : [])].sort().join(', ');
  for (const method of methods.filter((one) => !own.has(one)))
    yield [
      `${method} ${path}`,
      async () => {
        const question = { method, path };
        await refused(admin, question, { status: 405, code: 'METHOD_NOT_ALLOWED' });
        const told = (await admin.ask(question)).header('allow');
        must(told === allow, `Allow is "${told}", not "${allow}"`);
      },
    ];
}

/** Other methods than a path has are refused with those that it has. */
async function strangeMethods({ admin }: World): Promise<string> {
  const faults = new Faults();
  const all = new Set(table.map(([, route]) => addressOf(route, nothing(route))));
  for (const path of all) await faults.ofEach(strangersOf(admin, path));
  faults.finish();
  return `${faults.looked} requests to ${all.size} paths`;
}

const fits = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Addresses that nobody answers. */
export async function paths(world: World): Promise<void> {
  await world.report.check('paths: unknown ones are 404', () => strangePaths(world));
  await world.report.check('paths: other methods are 405', () => strangeMethods(world));
}
