import { deterministicId, type Migration } from '@ctdb/chassis';
import type { mongo } from 'mongoose';
import { activationCutoff } from './passes/schedule.js';
import { isPlan, normalizeEmail } from './passes/subscription.js';
import type { PurchaseRecord } from './purchases/purchase.record.js';
import { toAccessCode } from './typed-code.js';

/** A purchase of a version that gave access to browsers. */
interface FormerPurchase extends Pick<
  PurchaseRecord,
  '_id' | 'item' | 'state' | 'createdAt' | 'changedAt' | 'orderedBy'
> {
  practice?: mongo.ObjectId;
  payerEmail?: string;
  isPayerUnverified?: boolean;
  continues?: string;
  receiptCode?: string;
  formerHolders?: string[];
  grant?: { holder: string; seq: number; startsAt: Date; endsAt: Date };
}

/** A purchase and the token that has it now. */
type HeldPurchase = FormerPurchase & { browser: string };

/** A token that takes the place of `from` when it is first used. */
type FormerToken = { _id: string; from: string; createdAt: Date; usedAt?: Date };

/** What becomes one practice. */
interface Group {
  /** The browser that opens it, else its owner. */
  key: string;
  /** Absent if its access ended long ago: the browser may be a shared one, and opens it no more. */
  browser: string | undefined;
  purchases: HeldPurchase[];
  owners: string[];
}

/** See `PracticesService`. */
const CLOSING_DELAY_MS = 12 * 3_600_000;

const OBSOLETE_INDEXES = [
  'grant.holder_1_grant.seq_1',
  'receiptCode_1',
  'formerHolders_1',
  'orderedBy_1_state_1',
  'contactEmail_1',
];

/**
 * Gives purchases to the tokens that their browsers have now, and names the tokens that were offered and not
 * used yet. A token that has ordered was used; of several in the place of one the newest counts.
 */
const resolveTokens = (purchases: readonly FormerPurchase[], tokens: readonly FormerToken[]) => {
  const holderOf = ({ grant, orderedBy }: FormerPurchase) => grant?.holder ?? orderedBy;
  const holders = new Set(purchases.map(holderOf));
  const successors = new Map<string, string>();
  const offered = new Map<string, string>();
  for (const { _id, from, usedAt } of tokens)
    (usedAt || holders.has(_id) ? successors : offered).set(from, _id);
  const resolve = (token: string): string => {
    const next = successors.get(token);
    return next === undefined ? token : resolve(next);
  };
  const held = purchases.map((purchase) => ({ ...purchase, browser: resolve(holderOf(purchase)) }));
  return { held, offered };
};

const startOf = ({ grant }: FormerPurchase): number => grant?.startsAt.getTime() ?? 0;

const isRunning = ({ state, grant }: FormerPurchase, now: Date): boolean =>
  state === 'paid' && grant !== undefined && grant.startsAt <= now && grant.endsAt > now;

/** Purchases by the owner of what was written under them: a buyer's row in `users`, or the purchase. */
const groupByOwner = (purchases: readonly HeldPurchase[], rows: ReadonlyMap<string, string>) => {
  const byId = new Map(purchases.map((purchase) => [purchase._id.toHexString(), purchase]));
  return Map.groupBy(purchases, (purchase) => {
    const first = purchase.continues ?? purchase._id.toHexString();
    const { item, payerEmail, isPayerUnverified } = byId.get(first) ?? purchase;
    const isKnown = isPlan(item) && payerEmail !== undefined && !isPayerUnverified;
    return (isKnown ? rows.get(normalizeEmail(payerEmail)) : undefined) ?? `pass:${first}`;
  });
};

/** The browser that keeps an owner found in several: where access runs, else of the newest purchase. */
const mainBrowser = (purchases: readonly HeldPurchase[], now: Date): string => {
  const [main] = purchases.toSorted(
    (one, other) =>
      Number(isRunning(other, now)) - Number(isRunning(one, now)) ||
      other.createdAt.getTime() - one.createdAt.getTime(),
  );
  return main?.browser ?? '';
};

/** Whether something runs, waits or ended a short time ago. */
const isCurrent = ({ state, grant, createdAt, changedAt }: HeldPurchase, now: Date): boolean => {
  const since = now.getTime() - CLOSING_DELAY_MS;
  if (grant) {
    const refundedAt = state === 'paid' ? Infinity : changedAt.getTime();
    return Math.min(grant.endsAt.getTime(), refundedAt) > since;
  }
  if (state === 'paid') return createdAt > activationCutoff(now.getTime());
  return state === 'capturing' || state === 'pending' || createdAt.getTime() > since;
};

/** Owners that meet in one browser become one practice, if their access has not ended long ago. */
const groupPurchases = (
  purchases: readonly HeldPurchase[],
  rows: ReadonlyMap<string, string>,
  now: Date,
): Group[] => {
  const parts = [...groupByOwner(purchases, rows)].map(([owner, owned]) => {
    const isOpen = owned.some((purchase) => isCurrent(purchase, now));
    const owners = [owner, ...owned.map(({ _id }) => `pass:${_id.toHexString()}`)];
    return { browser: isOpen ? mainBrowser(owned, now) : undefined, owned, owners };
  });
  const groups = Map.groupBy(parts, ({ browser, owners }) => browser ?? owners[0] ?? '');
  return [...groups].map(([key, own]) => ({
    key,
    browser: own[0]?.browser,
    purchases: own.flatMap(({ owned }) => owned),
    owners: [...new Set(own.flatMap(({ owners }) => owners))],
  }));
};

const storePractice = async (
  practices: mongo.Collection,
  { key, browser, purchases, owners }: Group,
  next: string | undefined,
): Promise<mongo.ObjectId> => {
  const _id = deterministicId('practices', key);
  const former = purchases.flatMap((each) => [...(each.formerHolders ?? []), each.browser]);
  await practices.updateOne(
    { _id },
    {
      $set: {
        createdAt: new Date(Math.min(...purchases.map(({ createdAt }) => createdAt.getTime()))),
        ...(browser !== undefined && { browser }),
        ...(next !== undefined && { next }),
        formerBrowsers: [...new Set(former)].filter((token) => token !== browser && token !== next),
        formerOwners: owners,
        outbox: [],
      },
    },
    { upsert: true },
  );
  return _id;
};

/**
 * Purchases that belonged to browsers and addresses get practices; see infra/adr/0045-practices.md. The
 * former fields are removed last, so that a repetition after a crash finds them.
 */
export const createPractices: Migration = {
  name: '2026-11-27-practices',
  up: async (connection) => {
    const purchases = connection.collection<FormerPurchase>('purchases');
    const existing = new Set((await purchases.indexes().catch(() => [])).map(({ name }) => name));
    for (const name of OBSOLETE_INDEXES) if (existing.has(name)) await purchases.dropIndex(name);

    // All of them also after a crash: of some alone others might be one practice.
    const isPending = (await purchases.findOne({ practice: { $exists: false } })) !== null;
    const all = isPending ? await purchases.find().toArray() : [];
    const buyers = connection.collection<{ email?: string }>('users');
    const users = await buyers.find({ email: { $exists: true } }).toArray();
    const rows = new Map(users.map(({ _id, email = '' }) => [email, `user:${_id.toHexString()}`]));
    const tokens = connection.collection<FormerToken>('browser_tokens');
    const inTurn = await tokens.find().sort({ createdAt: 1 }).toArray();
    const { held, offered } = resolveTokens(all, inTurn);
    const installation = await connection.collection<{ key: string }>('installation').findOne();
    // The same after a crash.
    const start = connection.collection<{ _id: string; at: Date }>('practices_migration');
    await start.updateOne({ _id: 'start' }, { $setOnInsert: { at: new Date() } }, { upsert: true });
    const { at: now = new Date() } = (await start.findOne({ _id: 'start' })) ?? {};
    for (const group of groupPurchases(held, rows, now)) {
      const next = group.browser === undefined ? undefined : offered.get(group.browser);
      const practice = await storePractice(connection.collection('practices'), group, next);
      const inOrder = group.purchases.toSorted((one, other) => startOf(one) - startOf(other));
      for (const [index, { _id, grant, receiptCode }] of inOrder.entries()) {
        const accessCode = receiptCode ?? toAccessCode(installation?.key ?? '', _id.toHexString());
        await purchases.updateOne(
          { _id },
          {
            $set: {
              practice,
              accessCode,
              ...(receiptCode !== undefined && { isCodeMailed: true }),
              ...(grant && { 'grant.seq': index + 1 }),
            },
          },
        );
      }
    }
    await purchases.updateMany(
      { practice: { $exists: true } },
      {
        $unset: {
          receiptCode: 1,
          isPayerUnverified: 1,
          continues: 1,
          formerHolders: 1,
          'grant.holder': 1,
          'grant.from': 1,
        },
      },
    );
    for (const former of [tokens, start]) await former.drop().catch(() => undefined);
  },
};
