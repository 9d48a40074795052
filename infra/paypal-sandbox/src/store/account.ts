import { Faults } from '../faults.ts';
import { recordKinds, type RecordKind, type RecordTypes } from './model.ts';

export interface Delivery {
  paused: boolean;
  /** Each webhook is sent so often. */
  copies: number;
  /** Whether webhooks arrive in random order. */
  shuffle: boolean;
}

export const defaultDelivery: Delivery = { paused: false, copies: 1, shuffle: false };

type RecordMaps = { [K in RecordKind]: Map<string, RecordTypes[K]> };

const emptyRecords = () =>
  Object.fromEntries(recordKinds.map((kind) => [kind, new Map()])) as RecordMaps;

export interface Identity {
  clientId: string;
  secretHash: string;
  merchantId: string;
}

type OnWrite = (kind: RecordKind | 'reset', value: unknown) => void;

/** The records of one client id, which no other client sees. */
export class Account {
  secretHash: string;
  readonly merchantId: string;
  readonly faults = new Faults();
  delivery: Delivery = defaultDelivery;
  clockOffsetMs = 0;
  /** PayPal's list of transactions has new ones so late. */
  listDelayMs = 0;
  #records = emptyRecords();
  readonly #onWrite: OnWrite;

  constructor({ secretHash, merchantId }: Identity, onWrite: OnWrite) {
    this.secretHash = secretHash;
    this.merchantId = merchantId;
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

  /** Saves a record; it is on disk before the response is sent. */
  save<K extends RecordKind>(kind: K, value: RecordTypes[K]): RecordTypes[K] {
    this.replay(kind, value);
    this.#onWrite(kind, value);
    return value;
  }

  /** Deletes orders, events and faults, but not the webhooks. */
  reset(): void {
    this.clear();
    this.#onWrite('reset', undefined);
  }

  /** Replays {@link reset} from the journal. */
  clear(): void {
    const { webhook } = this.#records;
    this.#records = { ...emptyRecords(), webhook };
    this.faults.clear();
    this.delivery = defaultDelivery;
    this.clockOffsetMs = 0;
    this.listDelayMs = 0;
  }

  /** Replays a record from the journal. */
  replay<K extends RecordKind>(kind: K, value: RecordTypes[K]): void {
    this.#records[kind].set(value.id, value);
  }
}
