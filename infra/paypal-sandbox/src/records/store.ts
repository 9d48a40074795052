import { ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Account } from './account.ts';
import type { Order, RecordKind, RecordTypes } from './model.ts';

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
