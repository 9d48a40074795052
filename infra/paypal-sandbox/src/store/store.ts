import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Faults } from '../control/faults.ts';
import { randomId } from '../random.ts';
import { Account } from './account.ts';
import { Journal } from './journal.ts';
import type { Kind, Kinds, Order } from './model.ts';

interface Line {
  client: string;
  kind: Kind | 'reset' | 'account';
  value?: unknown;
}

/** All accounts, kept in the journal. Whoever comes with a new client id gets a new account. */
export class Store {
  readonly #accounts = new Map<string, Account>();
  readonly #journal: Journal;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#journal = new Journal(join(folder, 'journal.jsonl'), (line) => this.#apply(line as Line));
  }

  get accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  /** The account of a client; undefined when the secret is another than at its first call. */
  account(clientId: string, secret: string): Account | undefined {
    const secretHash = createHash('sha256').update(secret).digest('hex');
    const known = this.#accounts.get(clientId);
    if (known !== undefined) {
      const same = timingSafeEqual(Buffer.from(known.secretHash), Buffer.from(secretHash));
      return same ? known : undefined;
    }
    const identity = { clientId, secretHash, merchantId: randomId(13) };
    this.#journal.write({ client: clientId, kind: 'account', value: identity } satisfies Line);
    return this.#open(identity);
  }

  /** The order on the buyer's page, whosever it is: ids are random. */
  findOrder(id: string): { account: Account; order: Order } | undefined {
    for (const account of this.#accounts.values()) {
      const order = account.get('order', id);
      if (order !== undefined) return { account, order };
    }
    return undefined;
  }

  synced(): Promise<void> {
    return this.#journal.synced();
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  #open(identity: { clientId: string; secretHash: string; merchantId: string }): Account {
    const { clientId } = identity;
    const account = new Account(identity, new Faults(), (kind, value) =>
      this.#journal.write({ client: clientId, kind, value } satisfies Line),
    );
    this.#accounts.set(clientId, account);
    return account;
  }

  #apply({ client, kind, value }: Line): void {
    if (kind === 'account') {
      this.#open(value as { clientId: string; secretHash: string; merchantId: string });
      return;
    }
    const account = this.#accounts.get(client);
    if (account === undefined) return;
    if (kind === 'reset') account.forget();
    else account.restore(kind, value as Kinds[typeof kind]);
  }
}
