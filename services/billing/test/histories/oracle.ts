import {
  type PassRecord,
  planCapabilities,
  purchaseItems,
  itemDurationSeconds,
  type ReceiptKind,
  toMinorUnits,
} from '@ctdb/contracts';
import type { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import type { ReceiptRecord } from '../../src/receipts/receipt.record.js';
import type { Ledger } from '../support/paypal.js';
import type { History } from './history.js';
import { retryWhileStarved } from './operation.js';

type Capture = Ledger['captures'][number];

/** The books of all providers, by our orders. */
export class Books {
  private readonly captures = new Map<string, Capture[]>();
  /** In minor units. */
  private readonly returned = new Map<string, number>();

  constructor({ captures, refunds }: Ledger) {
    for (const capture of captures)
      this.captures.set(capture.customId, [...this.of(capture.customId), capture]);
    for (const { captureId, status, value } of refunds)
      if (status === 'COMPLETED')
        this.returned.set(captureId, this.returnedOf(captureId) + (toMinorUnits(value) ?? 0));
  }

  of(purchaseId: string): Capture[] {
    return this.captures.get(purchaseId) ?? [];
  }

  /** Orders whose money was kept. */
  keptOrders(): string[] {
    return [...this.captures].flatMap(([id, captures]) => (captures.some(isKept) ? [id] : []));
  }

  returnedOf(captureId: string): number {
    return this.returned.get(captureId) ?? 0;
  }
}

const isKept = ({ status }: Capture) => /^(COMPLETED|PARTIALLY_REFUNDED)$/.test(status);
const isCharged = (capture: Capture) => isKept(capture) || capture.status === 'REFUNDED';

const messagesOf = (...checks: [isWrong: boolean, message: string][]): string[] =>
  checks.flatMap(([isWrong, message]) => (isWrong ? [message] : []));

const moneyFaults = (purchase: PurchaseRecord, books: Books): string[] => {
  const id = purchase._id.toHexString();
  const { state, grant, item } = purchase;
  const duration = itemDurationSeconds(item) * 1_000;
  const captures = books.of(id);
  const kept = captures.some(isKept);
  const length = grant && grant.endsAt.getTime() - grant.startsAt.getTime();
  const isOpen = (one: Capture) => isCharged(one) || one.status === 'PENDING';
  const isReturnedTwice = (one: Capture) =>
    books.returnedOf(one.id) > (toMinorUnits(one.value) ?? 0);
  return messagesOf(
    [captures.filter(isOpen).length > 1, `${id} was charged twice`],
    [captures.some(isReturnedTwice), `${id} was refunded twice`],
    [kept && state !== 'paid', `${id} is ${state}, but its money was taken`],
    [kept && !grant, `${id} is paid for without access`],
    [!kept && state === 'paid', `${id} is paid, but there is no money`],
    [grant !== undefined && !captures.some(isCharged), `${id} was given without any money`],
    [(length ?? duration) !== duration, `${id} has the wrong length`],
    [state === 'capturing' || state === 'refunding', `${id} is stuck ${state}`],
  );
};

/** Each accepted payment has one receipt, and credit notes of what was refunded. */
const receiptFaults = (
  { _id, captureId = '', paidAt, amountMinor, receiptNumbers = [] }: PurchaseRecord,
  documents: ReceiptRecord[],
  books: Books,
  isRestored: boolean,
): string[] => {
  // Its money came and went back after the backup: a restored database does not have its receipts.
  if (isRestored && !paidAt) return [];
  const own = documents.filter(({ purchaseId }) => purchaseId.equals(_id));
  const amounts = (kind: ReceiptKind) =>
    own.filter((document) => document.kind === kind).map((document) => document.amountMinor);
  const receipts = amounts('receipt').join();
  const credited = amounts('creditNote').reduce((sum, amount) => sum + amount, 0);
  const returned = paidAt ? books.returnedOf(captureId) : 0;
  const id = _id.toHexString();
  const isNamed = (number: string) => own.some((document) => document._id === number);
  return messagesOf(
    [receipts !== (paidAt ? String(amountMinor) : ''), `${id} has receipts of ${receipts}`],
    [credited !== returned, `${id} has credit notes of ${credited}, not ${returned}`],
    [!receiptNumbers.every(isNamed), `${id} names documents that do not exist`],
    // Documents are not restored: parts that were refunded after the backup have theirs, and no name.
    [!isRestored && receiptNumbers.length !== own.length, `${id} does not name its documents`],
  );
};

/** Numbers that a series has left out. */
export const numberFaults = (numbers: readonly string[]): string[] => {
  const series = Map.groupBy(numbers, (number) => number.slice(0, number.indexOf('/')));
  return [...series].flatMap(([name, own]) => {
    const highest = Math.max(...own.map((number) => Number(number.slice(name.length + 1))));
    return highest === own.length ? [] : [`${name} ends with ${highest} and has ${own.length}`];
  });
};

/** What a browser must be able to do by what was paid, against what Redis says. */
const accessFaults = (
  holder: string,
  purchases: PurchaseRecord[],
  record: PassRecord | undefined,
): string[] => {
  const now = Date.now();
  const running = purchases.filter(
    ({ state, grant }) =>
      state === 'paid' &&
      grant?.holder === holder &&
      grant.startsAt.getTime() <= now &&
      grant.endsAt.getTime() > now,
  );
  if (!record) return running.length === 0 ? [] : [`${holder} has paid and may do nothing`];
  if (!running.some(({ _id }) => _id.toHexString() === record.id))
    return [`${holder} may do what is not paid for`];
  const due = new Set<string>(
    running.flatMap(({ item }) => [...planCapabilities[purchaseItems[item].plan]]),
  );
  const given = new Set<string>(planCapabilities[record.plan]);
  return due.size === given.size && [...due].every((one) => given.has(one))
    ? []
    : [`${holder} may do ${[...given].join()} instead of ${[...due].join()}`];
};

/** Everything that is wrong after a history; empty where all is well. */
export const faultsOf = async (history: History, books: Books): Promise<string[]> => {
  const purchases = await history.stored();
  const documents = await history.documents();
  const { isRestored } = history;
  const records = await retryWhileStarved(() => history.records());
  const recordOf = (holder: string) => records.find((record) => record.holder === holder);
  const idOf = ({ _id }: PurchaseRecord) => _id.toHexString();
  const isPaidFor = (id: string) => books.of(id).some(isCharged);
  const own = new Set(purchases.map(idOf));
  return [
    ...history.faults,
    ...purchases.flatMap((purchase) => [
      ...moneyFaults(purchase, books),
      ...receiptFaults(purchase, documents, books, isRestored),
    ]),
    ...history.holders.flatMap((holder) => accessFaults(holder, purchases, recordOf(holder))),
    ...purchases.flatMap((purchase) => {
      const { state, providerOrderId = '' } = purchase;
      const isLost = history.confirmed.has(providerOrderId) && !isPaidFor(idOf(purchase));
      return messagesOf(
        [
          state === 'paid' && history.isAltered(providerOrderId),
          `${idOf(purchase)} is paid with another amount`,
        ],
        [isLost, `${idOf(purchase)} is confirmed but not charged`],
      );
    }),
    ...[...history.opened]
      .filter((id) => !own.has(id) || !isPaidFor(id))
      .map((id) => `${id} was open unpaid`),
  ];
};
