import {
  toFieldFaults,
  type FieldFault,
  type RouteContract,
  type RouteName,
} from '@ctdb/contracts';
import { must } from '../../report.ts';
import { contractOf, type Parts } from '../contract.ts';
import type { Question, Visitor } from '../http/visitor.ts';
import { refused } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';

/** As many faults as an answer names. */
const MOST_FAULTS = 100;

/** Somebody who is let in. */
export function callerOf({ admin, hour, premium }: World, name: RouteName): Visitor {
  if (name === 'captureOrder') return hour;
  return contractOf(name).access.admin ? admin : premium;
}

/** The last good request of a route. */
export function sampleOf({ tour }: World, name: RouteName): Parts {
  const sample = tour.samples.get(name);
  must(sample !== undefined, `${name} was never called as it is meant to be`);
  return sample;
}

/** What the contract itself finds wrong with `value`; nothing where it would take it. */
export function faultsOf(
  route: RouteContract,
  part: 'params' | 'query' | 'body',
  value: unknown,
): FieldFault[] {
  const parsed = route[part]?.safeParse(value, { reportInput: true });
  return parsed?.success === false ? toFieldFaults(parsed.error).slice(0, MOST_FAULTS) : [];
}

/** Sends a request that is refused for `faults`, told in both languages. */
export const refusedFor = (
  world: World,
  name: RouteName,
  parts: Parts,
  faults: readonly FieldFault[],
  more: Partial<Question> = {},
): Promise<unknown> =>
  refused(callerOf(world, name), questionOf(name, parts, more), {
    status: 400,
    code: 'VALIDATION_FAILED',
    faults,
  });
