import type { Faults } from '../control/faults.ts';
import type { Kind, Kinds } from './model.ts';

/** How webhooks are sent. */
export interface Delivery {
  /** Held back until told otherwise. */
  paused: boolean;
  /** How often each is sent. */
  copies: number;
  /** Whether they overtake each other. */
  shuffle: boolean;
}

export const usualDelivery: Delivery = { paused: false, copies: 1, shuffle: false };

type Shelves = { [K in Kind]: Map<string, Kinds[K]> };

const emptyShelves = (): Shelves => ({
  order: new Map(),
  capture: new Map(),
  refund: new Map(),
  remembered: new Map(),
  webhook: new Map(),
  event: new Map(),
});

/** All that belongs to one client id; nothing of it is seen by another. */
export class Account {
  readonly clientId: string;
  readonly secretHash: string;
  readonly merchantId: string;
  readonly faults: Faults;
  delivery: Delivery = usualDelivery;
  /** How far its time is ahead of the clock, in milliseconds. */
  ahead = 0;
  #shelves = emptyShelves();
  readonly #wrote: (kind: Kind | 'reset', value: unknown) => void;

  constructor(
    identity: { clientId: string; secretHash: string; merchantId: string },
    faults: Faults,
    wrote: (kind: Kind | 'reset', value: unknown) => void,
  ) {
    this.clientId = identity.clientId;
    this.secretHash = identity.secretHash;
    this.merchantId = identity.merchantId;
    this.faults = faults;
    this.#wrote = wrote;
  }

  get now(): number {
    return Date.now() + this.ahead;
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#shelves[kind].get(id);
  }

  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.#shelves[kind].values()];
  }

  /** Keeps the value; it is on the disk before the answer leaves. */
  put<K extends Kind>(kind: K, value: Kinds[K]): Kinds[K] {
    this.restore(kind, value);
    this.#wrote(kind, value);
    return value;
  }

  /** Forgets orders, events and faults, but not the webhooks' addresses. */
  reset(): void {
    this.forget();
    this.#wrote('reset', undefined);
  }

  /** See {@link reset}; for the journal, where it is written already. */
  forget(): void {
    const { webhook } = this.#shelves;
    this.#shelves = { ...emptyShelves(), webhook };
    this.faults.clear();
    this.delivery = usualDelivery;
    this.ahead = 0;
  }

  /** Takes a value from the journal. */
  restore<K extends Kind>(kind: K, value: Kinds[K]): void {
    this.#shelves[kind].set(value.id, value);
  }
}
