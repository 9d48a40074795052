import { hasGrant, toGrantPeriod } from '../../src/passes/schedule.js';
import type { PracticeRecord } from '../../src/practices/practice.record.js';
import type { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import type { History, Snapshot } from './history.js';

const emailsOf = ({ addresses = [] }: PracticeRecord) => addresses.map(({ email }) => email);

/** The messages of what is wrong. */
export const messagesOf = (...checks: [isWrong: boolean, message: string][]): string[] =>
  checks.flatMap(([isWrong, message]) => (isWrong ? [message] : []));

/** What buyers prove in a step, and everything that changes without it. */
export class Rights {
  private readonly proofs = new Set<string>();
  /** Practices of purchases, as they were ordered. */
  private readonly homes = new Map<string, string>();
  /** When running access began, as if no time had passed. */
  private readonly starts = new Map<string, number>();
  /** Practices that may become a part of others: then codes end, and what runs keeps its times. */
  readonly joins: { from: string; codes: string[]; running: string[] }[] = [];

  /** In this step a user of a browser opens a link or types a code or digits. */
  prove(...proof: string[]): void {
    this.proofs.add(proof.join(' '));
  }

  join({ purchases }: Snapshot, from: string, into: string): void {
    const both = purchases.filter(({ practice }) => [from, into].includes(practice.toHexString()));
    const codes = both.map(({ accessCode }) => accessCode);
    const grants = both.filter(hasGrant).map(toGrantPeriod);
    const running = grants.filter(({ startsAt }) => startsAt <= Date.now()).map(({ id }) => id);
    this.joins.push({ from, codes, running });
  }

  /** Everything that is wrong after a step. */
  check(before: Snapshot, after: History, passedMs: number): string[] {
    const wrong = [
      ...after.practices.flatMap((practice) => this.checkPractice(before, after, practice)),
      ...after.purchases.flatMap((purchase) => this.checkPurchase(after, purchase, passedMs)),
      ...checkPasses(after),
    ];
    this.proofs.clear();
    return wrong;
  }

  /** Only a code or a mailbox opens it in another browser, and only digits confirm an address. */
  private checkPractice(before: Snapshot, after: History, practice: PracticeRecord): string[] {
    const known = before.practices.find(({ _id }) => _id.equals(practice._id));
    // A new one is made by an order.
    if (!known) return [];
    const openersOf = ({ browser = '', next = '' }: PracticeRecord) =>
      [browser, next].flatMap((token) => after.tokens.get(token) ?? []);
    const codes = [before, after].flatMap(({ purchases }) =>
      purchases.flatMap((one) => (one.practice.equals(practice._id) ? [one.accessCode] : [])),
    );
    const keys = [...codes, ...emailsOf(known), ...emailsOf(practice)];
    const openers = openersOf(practice)
      .filter((browser) => !openersOf(known).includes(browser))
      .filter(({ name }) => !keys.some((key) => this.proofs.has(`${name} ${key}`)))
      .map(({ name }) => `${name} opens ${String(practice._id)} without code or mailbox`);
    const emails = emailsOf(practice)
      .filter((email) => !emailsOf(known).includes(email) && !this.proofs.has(`digits ${email}`))
      .map((email) => `${email} is confirmed in ${String(practice._id)} without digits`);
    const isPlanned = practice.eraseAt && !known.eraseAt;
    const isProved = codes.some((code) => this.proofs.has(`erasure ${code}`));
    const isDue = known.erasedAt || (known.eraseAt?.getTime() ?? Infinity) <= Date.now();
    const erasures = messagesOf(
      [
        Boolean(isPlanned) && !isProved,
        `an erasure of ${String(practice._id)} is planned without a code`,
      ],
      [Boolean(practice.erasedAt) && !isDue, `${String(practice._id)} is erased before its time`],
    );
    return [...openers, ...emails, ...erasures];
  }

  /** It leaves its practice only for the one that the practice has become; what runs keeps its times. */
  private checkPurchase(after: Snapshot, purchase: PurchaseRecord, passedMs: number): string[] {
    const id = purchase._id.toHexString();
    const current = purchase.practice.toHexString();
    let home = this.homes.get(id) ?? current;
    this.homes.set(id, home);
    const joined = new Map(after.practices.map((one) => [String(one._id), String(one.joinedInto)]));
    while (home !== current && joined.has(home)) home = joined.get(home) ?? '';
    const startsAt = hasGrant(purchase) ? toGrantPeriod(purchase).startsAt : Infinity;
    const start = this.starts.get(id) ?? startsAt + passedMs;
    if (startsAt <= Date.now()) this.starts.set(id, start);
    return [
      ...(home === current ? [] : [`${id} has left its practice for ${current}`]),
      ...(start === startsAt + passedMs ? [] : [`running access of ${id} has other times`]),
    ];
  }
}

/** Redis has passes of tokens that open their practice, or whose end is still to be written there. */
const checkPasses = ({ passes, practices, tokens }: History): string[] =>
  passes.flatMap(({ token, practice: id }) => {
    const found = practices.find(({ _id }) => _id.toHexString() === id);
    const stale = found?.stale?.map(({ browser }) => browser) ?? [];
    const isOpened = [found?.browser, found?.next, ...stale].includes(token);
    return isOpened ? [] : [`a former token of ${tokens.get(token)?.name} has a pass of ${id}`];
  });
