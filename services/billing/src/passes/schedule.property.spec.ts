import { purchaseItemNames } from '@ctdb/contracts';
import { it } from 'vitest';
import fc from 'fast-check';
import { DAY, grantPeriod, HOUR } from '../../test/support/grant-period.js';
import {
  compareByStart,
  computePassState,
  computeStart,
  durationMs,
  type GrantPeriod,
  includesPlan,
  isQueued,
  isRunning,
  nextSeq,
  reschedule,
} from './schedule.js';

const START = 1_800_000_000_000;

const items = fc.constantFrom(...purchaseItemNames);
const buy = fc.record({ kind: fc.constant('buy' as const), item: items });
const refund = fc.record({ kind: fc.constant('refund' as const), nth: fc.nat({ max: 30 }) });
const wait = fc.record({
  kind: fc.constant('wait' as const),
  milliseconds: fc.oneof(fc.nat({ max: 2 * HOUR }), fc.nat({ max: 40 * DAY })),
});
const histories = fc.array(fc.oneof(buy, refund, wait), { maxLength: 25 });
type Step = typeof histories extends fc.Arbitrary<(infer S)[]> ? S : never;

const assert = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

const overlap = (one: GrantPeriod, other: GrantPeriod) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** All advances after a refund; each must be an improvement of something queued, and the last one. */
const settle = (grants: readonly GrantPeriod[], now: number): GrantPeriod[] => {
  const changes = reschedule(grants, now);
  for (const { from, to } of changes)
    assert(isQueued(from, now) && to.startsAt >= now && to.startsAt < from.startsAt, 'forward');
  const settled = grants.map((one) => changes.find(({ from }) => from === one)?.to ?? one);
  assert(new Set(settled.map(({ seq }) => seq)).size === grants.length, 'each has its place');
  assert(reschedule(settled, now).length === 0, 'settling ends');
  return settled;
};

const buyAt = (item: (typeof purchaseItemNames)[number], grants: GrantPeriod[], now: number) => {
  const bought = grantPeriod(item, now, { seq: nextSeq(grants) });
  const startsAt = computeStart(item, grants, now);
  const placed = { ...bought, startsAt, endsAt: startsAt + durationMs(item) };
  const usable = grants.filter((one) => !one.isRefunded && includesPlan(one.plan, placed.plan));
  assert(!usable.some((one) => overlap(one, placed)), 'nothing runs beside what allows as much');
  assert(startsAt === now || usable.some((one) => one.endsAt === startsAt), 'no needless wait');
  return [...grants, placed];
};

const step = (grants: GrantPeriod[], now: number, done: Step): GrantPeriod[] => {
  if (done.kind === 'buy') return buyAt(done.item, grants, now);
  if (done.kind === 'wait') return grants;
  const refunded = grants.map((one, index) =>
    index === done.nth ? { ...one, isRefunded: true } : one,
  );
  return settle(refunded, now);
};

const play = (history: Step[], check: (grants: GrantPeriod[], now: number) => void): void => {
  let grants: GrantPeriod[] = [];
  let now = START;
  for (const done of history) {
    if (done.kind === 'wait') now += done.milliseconds;
    const before = grants;
    grants = step(before, now, done);
    for (const { id, startsAt, endsAt, item } of grants) {
      assert(endsAt - startsAt === durationMs(item), 'all that is paid for is given');
      const old = before.find((one) => one.id === id);
      assert(!old || isQueued(old, now) || old.startsAt === startsAt, 'what has begun stays');
    }
    check(grants, now);
  }
};

it('whatever is bought and refunded nothing is lost, nothing that has begun moves, and the pass says what runs', () => {
  fc.assert(
    fc.property(histories, (history) =>
      play(history, (grants, now) => {
        const running = grants.filter((one) => isRunning(one, now));
        const { pass } = computePassState(grants, now);
        assert((pass === undefined) === (running.length === 0), 'a pass while something runs');
        if (!pass) return;
        const { plan, expiresAt, until } = pass;
        assert(
          running.every((one) => includesPlan(plan, one.plan)),
          'all that runs is allowed',
        );
        assert(expiresAt > now && until >= expiresAt, 'it lies ahead');
        const early = grants.filter((one) => !one.isRefunded && one.startsAt > now);
        assert(
          early.every(({ startsAt }) => startsAt >= expiresAt),
          'read anew at every start',
        );
      }),
    ),
    { numRuns: 500 },
  );
});

it('whatever is bought and refunded passes of one kind follow each other from now on, without a gap and without overlap', () => {
  const hourlies = histories.map((history) =>
    history.map((one) => (one.kind === 'buy' ? { ...one, item: 'hourly' as const } : one)),
  );
  fc.assert(
    fc.property(hourlies, (history) =>
      play(history, (grants, now) => {
        const live = grants.filter(({ isRefunded, endsAt }) => !isRefunded && endsAt > now);
        let end = now;
        for (const [index, one] of live.sort(compareByStart).entries()) {
          const follows = index === 0 ? one.startsAt <= now : one.startsAt === end;
          assert(follows, 'one follows the other');
          end = one.endsAt;
        }
        const until = computePassState(grants, now).pass?.until ?? now;
        assert(until === end, 'until the last ends');
      }),
    ),
    { numRuns: 500 },
  );
});
