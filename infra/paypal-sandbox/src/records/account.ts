import { Faults } from './faults.ts';
import type { RecordKind, RecordTypes } from './model.ts';

type RecordMaps = { [K in RecordKind]: Map<string, RecordTypes[K]> };

type OnWrite = (kind: RecordKind, value: unknown) => void;

/** The records of one client id, which no other client sees. */
export class Account {
  /** The one of the first call; Razorpay signs with it. */
  secret: string | undefined;
  readonly merchantId: string;
  readonly faults = new Faults();
  clockOffsetMs = 0;
  /** PayPal's list of transactions has new ones so late. */
  listDelayMs = 0;
  readonly #records: RecordMaps = {
    order: new Map(),
    idempotency: new Map(),
    webhook: new Map(),
    event: new Map(),
  };
  /** The orders of payments and refunds. */
  readonly #orderIds = new Map<string, string>();
  readonly #onWrite: OnWrite;

  constructor(clientId: string, onWrite: OnWrite) {
    this.merchantId = `M-${clientId}`;
    this.#onWrite = onWrite;
  }

  get now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  get<K extends RecordKind>(kind: K, id: string): RecordTypes[K] | undefined {
    return this.#records[kind].get(id);
  }

  all<K extends RecordKind>(kind: K): RecordTypes[K][] {
    return [...this.#records[kind].values()];
  }

  /** The order of a payment or refund. */
  orderOf(id: string): RecordTypes['order'] | undefined {
    return this.get('order', this.#orderIds.get(id) ?? '');
  }

  save<K extends RecordKind>(kind: K, value: RecordTypes[K]): RecordTypes[K] {
    this.replay(kind, value);
    this.#onWrite(kind, value);
    return value;
  }

  /** Takes a stored record over. */
  replay<K extends RecordKind>(kind: K, value: RecordTypes[K]): void {
    this.#records[kind].set(value.id, value);
    if (!('payments' in value)) return;
    for (const { id, refunds } of value.payments)
      for (const each of [id, ...refunds.map((refund) => refund.id)])
        this.#orderIds.set(each, value.id);
  }
}
