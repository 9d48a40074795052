import { must } from '../report.ts';
import { nothing } from './access.ts';
import { addressOf, table } from './contract.ts';
import { Faults } from './faults.ts';
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

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Other methods than a path has are refused with those that it has. */
async function strangeMethods({ admin }: World): Promise<string> {
  const faults = new Faults();
  const byPath = Map.groupBy(table, ([, { path }]) => path);
  for (const routes of byPath.values()) {
    const [[, route] = []] = routes;
    must(route !== undefined, 'a path has no route');
    const path = addressOf(route, nothing(route));
    // Where a parameter stands, a path that is written out may fit as well: those share their methods.
    const own = table
      .filter(([, one]) => fits(one.path, path))
      .map(([, { method }]) => method as string);
    const allow = [...new Set([...own, ...(own.includes('GET') ? ['HEAD'] : [])])].sort();
    for (const method of methods.filter((one) => !own.includes(one)))
      await faults.during(`${method} ${path}`, async () => {
        const question = { method, path };
        await refused(admin, question, { status: 405, code: 'METHOD_NOT_ALLOWED' });
        const told = (await admin.ask(question)).header('allow');
        must(told === allow.join(', '), `Allow is "${told}", not "${allow.join(', ')}"`);
      });
  }
  faults.finish();
  return `${faults.looked} requests to ${byPath.size} paths`;
}

const fits = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Addresses that nobody answers. */
export async function paths(world: World): Promise<void> {
  await world.report.check('paths: unknown ones are 404', () => strangePaths(world));
  await world.report.check('paths: other methods are 405', () => strangeMethods(world));
}
