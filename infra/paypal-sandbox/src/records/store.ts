import { ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Order, Payment, RecordKind, RecordTypes } from './model.ts';
import type { Fault } from './faults.ts';

type RecordMaps = { [K in RecordKind]: Map<string, RecordTypes[K]> };

type OnWrite = (kind: RecordKind, value: unknown) => void;

/** The records of one client id, which no other client sees. */
export class Account {
  /** The one of the first call; Razorpay signs with it. */
  secret: string | undefined;
  readonly merchantId: string;
  /** Injected; each strikes as often as its `times`. */
  faults: Fault[] = [];
  clockOffsetMs = 0;
  /** PayPal's list of transactions has new ones so late. */
  listDelayMs = 0;
  readonly #records: RecordMaps = {
    order: new Map(),
    idempotency: new Map(),
    webhook: new Map(),
    event: new Map(),
  };
  readonly #onWrite: OnWrite;

  constructor(clientId: string, onWrite: OnWrite) {
    this.merchantId = `M-${clientId}`;
    this.#onWrite = onWrite;
  }

  get now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  /** A fault of one of these kinds that strikes the call now. */
  consumeFault(call: string, kinds: readonly Fault['kind'][]): Fault | undefined {
    const fault = this.faults.find((one) => one.call === call && kinds.includes(one.kind));
    if (fault === undefined) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) this.faults = this.faults.filter((one) => one !== fault);
    return fault;
  }

  get<K extends RecordKind>(kind: K, id: string): RecordTypes[K] | undefined {
    return this.#records[kind].get(id);
  }

  all<K extends RecordKind>(kind: K): RecordTypes[K][] {
    return [...this.#records[kind].values()];
  }

  /** All payments with their orders. */
  get payments(): { order: Order; payment: Payment }[] {
    return this.all('order').flatMap((order) =>
      order.payments.map((payment) => ({ order, payment })),
    );
  }

  save<K extends RecordKind>(kind: K, value: RecordTypes[K]): RecordTypes[K] {
    this.replay(kind, value);
    this.#onWrite(kind, value);
    return value;
  }

  /** Takes a stored record over. */
  replay<K extends RecordKind>(kind: K, value: RecordTypes[K]): void {
    this.#records[kind].set(value.id, value);
  }
}

interface Line<K extends RecordKind = RecordKind> {
  client: string;
  kind: K;
  value: RecordTypes[K];
}

/** All accounts. Each change is a line of a file before its response is sent. */
export class Store {
  readonly #accounts = new Map<string, Account>();
  readonly #file: number;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'payments.jsonl');
    this.#file = openSync(path, 'a+', 0o600);
    const bytes = readFileSync(path);
    // A crash may have cut the last line off.
    const end = bytes.lastIndexOf('\n') + 1;
    ftruncateSync(this.#file, end);
    for (const line of bytes.toString('utf8', 0, end).split('\n').filter(Boolean)) {
      const { client, kind, value } = JSON.parse(line) as Line;
      this.#open(client).replay(kind, value);
    }
  }

  /** Returns the account of a client; undefined if the account has another secret. */
  account(clientId: string, secret: string): Account | undefined {
    const account = this.#open(clientId);
    account.secret ??= secret;
    return account.secret === secret ? account : undefined;
  }

  /** Finds what a payment page is for in any account: ids are random. */
  findOrder(id: string): { account: Account; order: Order } | undefined {
    for (const account of this.#accounts.values()) {
      const order = account.get('order', id);
      if (order !== undefined) return { account, order };
    }
    return undefined;
  }

  #open(client: string): Account {
    const known = this.#accounts.get(client);
    if (known !== undefined) return known;
    const account = new Account(client, (kind, value) => {
      writeSync(this.#file, `${JSON.stringify({ client, kind, value })}\n`);
    });
    this.#accounts.set(client, account);
    return account;
  }
}
