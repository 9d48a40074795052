import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomId } from '../errors.ts';
import { Account, type Identity } from './account.ts';
import { Journal } from './journal.ts';
import type { RecordKind, RecordTypes } from './model.ts';

interface JournalEntry {
  client: string;
  kind: RecordKind | 'reset' | 'account';
  value?: unknown;
}

const toHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** All accounts, stored in the journal. A new client id gets a new account. */
export class Store {
  readonly #accounts = new Map<string, Account>();
  readonly #journal: Journal;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#journal = new Journal(join(folder, 'journal.jsonl'), (entry) =>
      this.#apply(entry as JournalEntry),
    );
  }

  get accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  /** Returns the account of a client; undefined if the account has another secret. */
  account(clientId: string, secret: string): Account | undefined {
    const known = this.#accounts.get(clientId);
    if (known === undefined) return this.openAccount(clientId, secret);
    const isSame = timingSafeEqual(Buffer.from(known.secretHash), Buffer.from(toHash(secret)));
    return isSame ? known : undefined;
  }

  /** Returns the account of a client, and gives it this secret. */
  openAccount(clientId: string, secret: string): Account {
    const secretHash = toHash(secret);
    const known = this.#accounts.get(clientId);
    if (known?.secretHash === secretHash) return known;
    const identity = { clientId, secretHash, merchantId: known?.merchantId ?? randomId(13) };
    this.#write({ client: clientId, kind: 'account', value: identity });
    return this.#saveAccount(identity);
  }

  /** Finds what a payment page is for in any account: ids are random. */
  find<K extends 'order' | 'link'>(
    kind: K,
    id: string,
  ): { account: Account; record: RecordTypes[K] } | undefined {
    for (const account of this.#accounts.values()) {
      const record = account.get(kind, id);
      if (record !== undefined) return { account, record };
    }
    return undefined;
  }

  flush(): Promise<void> {
    return this.#journal.flush();
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  #write(entry: JournalEntry): void {
    this.#journal.write(entry);
  }

  #saveAccount(identity: Identity): Account {
    const { clientId, secretHash } = identity;
    const known = this.#accounts.get(clientId);
    if (known !== undefined) {
      known.secretHash = secretHash;
      return known;
    }
    const account = new Account(identity, (kind, value) =>
      this.#write({ client: clientId, kind, value }),
    );
    this.#accounts.set(clientId, account);
    return account;
  }

  #apply({ client, kind, value }: JournalEntry): void {
    const account = this.#accounts.get(client);
    if (kind === 'account') this.#saveAccount(value as Identity);
    else if (kind === 'reset') account?.clear();
    else account?.replay(kind, value as RecordTypes[typeof kind]);
  }
}
