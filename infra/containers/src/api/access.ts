import { planCapabilities, type Plan, type RouteContract } from '@ctdb/contracts';
import { must } from '../report.ts';
import { addressOf, table, type Parts } from './contract.ts';
import { Faults } from './faults.ts';
import { Visitor } from './http/visitor.ts';
import { baseUrl } from './settings.ts';
import { refused, type Refusal } from './problems.ts';
import type { World } from './world.ts';

const UNKNOWN: Record<string, string> = {
  kind: 'note',
  domain: 'registry.example',
  filename: 'x.jpg',
};

/** Parameters that are well-formed, and of nothing. */
export function nothing({ path }: RouteContract): Parts {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    params: Object.fromEntries(names.map((name) => [name, UNKNOWN[name] ?? 'f'.repeat(24)])),
  };
}

/**
 * A request that changes nothing: what it asks for in its query is unknown to every route, and is only
 * looked at when the caller has been let in.
 */
const probe = (route: RouteContract) => ({
  method: route.method,
  path: `${addressOf(route, nothing(route))}?probe=1`,
});

const turnedAway = (who: 'stranger' | 'holder'): Refusal =>
  who === 'stranger'
    ? { status: 401, code: 'ACCESS_REQUIRED' }
    : { status: 403, code: 'FORBIDDEN' };

type Verdict = 'in' | 'stranger' | 'holder';

/** Asks every route; those that let in refuse the request itself. */
async function walk(
  visitor: Visitor,
  verdictOf: (route: RouteContract) => Verdict,
): Promise<string> {
  const faults = new Faults();
  let inside = 0;
  for (const [name, route] of table) {
    const verdict = verdictOf(route);
    if (verdict === 'in') inside += 1;
    await faults.during(name, async () => {
      if (verdict !== 'in') return refused(visitor, probe(route), turnedAway(verdict));
      const answer = await visitor.ask(probe(route));
      must(answer.status === 400, `it is not let in: ${answer.words}`);
      return undefined;
    });
  }
  faults.finish();
  const refusals = faults.looked - inside;
  return `${faults.looked} routes, ${inside} let in, ${refusals} refused`;
}

const forHolder =
  (plan: Plan) =>
  ({ access }: RouteContract): Verdict => {
    if (access.anonymous) return 'in';
    const allowed: readonly string[] = planCapabilities[plan];
    return access.pass !== false && allowed.includes(access.pass) ? 'in' : 'holder';
  };

const forStranger = ({ access }: RouteContract): Verdict => (access.anonymous ? 'in' : 'stranger');

/** Whoever holds a cookie of ours changes nothing by it from a page of another site. */
async function foreignPages({ hour }: World): Promise<string> {
  const faults = new Faults();
  for (const [name, route] of table.filter(([, { cookieAuthorised }]) => cookieAuthorised)) {
    const refusal = { status: 403, code: 'FOREIGN_ORIGIN' } as const;
    for (const origin of ['https://elsewhere.example', 'null', `${baseUrl}.elsewhere.example`])
      await faults.during(`${name} from ${origin}`, () =>
        refused(hour, { ...probe(route), headers: { origin } }, refusal),
      );
  }
  faults.finish();
  must(faults.looked > 0, 'no route is authorised by a cookie');
  return `${faults.looked} requests`;
}

/** The table of the contracts, for everybody who may ask. */
export async function access(world: World): Promise<void> {
  const { report, anonymous, admin, hour, premium } = world;
  await report.check('access: a stranger', () => walk(anonymous, forStranger));
  await report.check('access: an invented token and cookie', () => {
    const visitor = new Visitor('inventor');
    visitor.token = 'x'.repeat(43);
    visitor.put('pass', 'y'.repeat(43));
    return walk(visitor, forStranger);
  });
  await report.check('access: an hourly pass', () => walk(hour, forHolder('hourly')));
  await report.check('access: a premium plan', () => walk(premium, forHolder('premium')));
  await report.check('access: an administrator', () =>
    walk(admin, ({ access: row }) => (row.anonymous || row.admin ? 'in' : 'holder')),
  );
  await report.check('access: pages of other sites', () => foreignPages(world));
}
