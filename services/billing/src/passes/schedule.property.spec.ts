import { purchaseItemNames } from '@ctdb/contracts';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY, HOUR, holding } from '../../test/holding.fixture.js';
import { covers } from './capabilities.js';
import { byStart, isQueued, isRunning, type Holding } from './holding.js';
import { passStateOf } from './pass-record.js';
import { lengthOf, nextAdvance, nextSeq, startOf } from './schedule.js';

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

const overlap = (one: Holding, other: Holding) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** One advance at a time, as the ledger makes them; each must be an improvement of something queued. */
const settle = (holdings: readonly Holding[], now: number): Holding[] => {
  let settled = [...holdings];
  for (let moves = 0; ; moves += 1) {
    const advance = nextAdvance(settled, now);
    if (!advance) return settled;
    assert(moves < holdings.length, 'settling ends');
    const { holding: old, startsAt } = advance;
    assert(isQueued(old, now) && startsAt >= now && startsAt < old.startsAt, 'moved forward');
    const moved = {
      ...old,
      seq: nextSeq(settled),
      startsAt,
      endsAt: startsAt + lengthOf(old.item),
    };
    settled = settled.map((one) => (one.id === old.id ? moved : one));
  }
};

const buyAt = (item: (typeof purchaseItemNames)[number], holdings: Holding[], now: number) => {
  const bought = holding(item, now, { seq: nextSeq(holdings) });
  const length = lengthOf(item);
  const startsAt = startOf({ plan: bought.plan, length }, holdings, now);
  const placed = { ...bought, startsAt, endsAt: startsAt + length };
  const usable = holdings.filter((one) => !one.isRefunded && covers(one.plan, placed.plan));
  assert(
    !usable.some((one) => overlap(one, placed)),
    'nothing paid runs beside what allows as much',
  );
  assert(startsAt === now || usable.some((one) => one.endsAt === startsAt), 'no needless wait');
  return [...holdings, placed];
};

const step = (holdings: Holding[], now: number, done: Step): Holding[] => {
  if (done.kind === 'buy') return buyAt(done.item, holdings, now);
  if (done.kind === 'wait') return holdings;
  const refunded = holdings.map((one, index) =>
    index === done.nth ? { ...one, isRefunded: true } : one,
  );
  return settle(refunded, now);
};

const play = (history: Step[], check: (holdings: Holding[], now: number) => void): void => {
  let holdings: Holding[] = [];
  let now = START;
  for (const done of history) {
    if (done.kind === 'wait') now += done.milliseconds;
    const before = holdings;
    holdings = step(before, now, done);
    for (const { id, startsAt, endsAt, item } of holdings) {
      assert(endsAt - startsAt === lengthOf(item), 'all that is paid for is given');
      const old = before.find((one) => one.id === id);
      assert(!old || isQueued(old, now) || old.startsAt === startsAt, 'what has begun stays');
    }
    check(holdings, now);
  }
};

describe('whatever is bought and refunded', () => {
  it('nothing is lost, nothing that has begun moves, and the record says what runs', () => {
    fc.assert(
      fc.property(histories, (history) =>
        play(history, (holdings, now) => {
          const running = holdings.filter((one) => isRunning(one, now));
          const { record } = passStateOf(holdings, now);
          assert((record === null) === (running.length === 0), 'a record while something runs');
          if (!record) return;
          assert(
            running.every(({ plan }) => covers(record.plan, plan)),
            'all that runs is allowed',
          );
          assert(record.expiresAt > now && record.until >= record.expiresAt, 'it lies ahead');
          const early = holdings.filter((one) => !one.isRefunded && one.startsAt > now);
          assert(
            early.every(({ startsAt }) => startsAt >= record.expiresAt),
            'it is asked anew at every start',
          );
        }),
      ),
      { numRuns: 500 },
    );
  });

  it('passes of one kind follow each other from now on, without a gap and without overlap', () => {
    const hourlies = histories.map((history) =>
      history.map((one) => (one.kind === 'buy' ? { ...one, item: 'hourly' as const } : one)),
    );
    fc.assert(
      fc.property(hourlies, (history) =>
        play(history, (holdings, now) => {
          const live = holdings.filter(({ isRefunded, endsAt }) => !isRefunded && endsAt > now);
          let end = now;
          for (const [index, one] of live.sort(byStart).entries()) {
            assert(
              index === 0 ? one.startsAt <= now : one.startsAt === end,
              'one follows the other',
            );
            end = one.endsAt;
          }
          assert((passStateOf(holdings, now).record?.until ?? now) === end, 'until the last ends');
        }),
      ),
      { numRuns: 500 },
    );
  });
});
