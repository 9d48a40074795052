import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { MONGO } from '@ctdb/chassis';
import type { PaymentProviderName, PurchaseItem } from '@ctdb/contracts';
import type { Connection, mongo } from 'mongoose';
import { reconcilePayments } from '../../src/reconcile-payments.js';
import { getPrice } from './ledger.js';
import { PaypalSimulator } from './paypal.js';
import { RazorpaySimulator } from './razorpay.js';
import { Shop } from './shop.js';

const command = fileURLToPath(new URL('../../src/reconcile-payments.ts', import.meta.url));
const register = new URL('../../../chassis/register.mjs', import.meta.url).href;

/** All documents of a database, by collection. */
type Backup = Map<string, mongo.Document[]>;

/** A command that has begun. */
export interface RunningCommand {
  kill(): void;
  /** Its exit code and what it has printed. */
  readonly ended: Promise<{ code: number | null; output: string }>;
}

/** Billing with both providers, whose database can be backed up and restored. */
export class RestorableShop {
  readonly shop: Shop;
  readonly simulators: Readonly<Record<PaymentProviderName, PaypalSimulator>>;

  constructor() {
    const razorpay = new RazorpaySimulator();
    // Seldom enough that what happens here is not the reconciler's work.
    this.shop = new Shop({ ...razorpay.env, RECONCILE_SECONDS: '3600' });
    this.simulators = { paypal: this.shop.simulator, razorpay };
  }

  /** An order that its buyer has agreed to, or paid at Razorpay; returns the provider's id. */
  async approved(
    provider: PaymentProviderName,
    item: PurchaseItem,
    holder: string,
    email?: string,
  ): Promise<string> {
    const currency = provider === 'paypal' ? 'USD' : 'INR';
    const price = { amount: getPrice(item, currency), currency };
    const contact = email === undefined ? {} : { email };
    const { id } = await this.shop.order(holder, { item, provider, ...price, ...contact });
    await this.simulators[provider].approve(id, 'pay', email);
    return id;
  }

  /** The same, and the buyer has come back. */
  async bought(
    provider: PaymentProviderName,
    item: PurchaseItem,
    holder: string,
    email?: string,
  ): Promise<string> {
    const id = await this.approved(provider, item, holder, email);
    await this.shop.capture(id, holder);
    return id;
  }

  async backUp(): Promise<Backup> {
    const names = (await this.db.listCollections().toArray()).map(({ name }) => name);
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await this.db.collection(name).find().toArray()] as const),
      ),
    );
  }

  async restore(backup: Backup): Promise<void> {
    for (const [name, documents] of backup) {
      await this.db.collection(name).deleteMany({});
      if (documents.length > 0) await this.db.collection(name).insertMany(documents);
    }
  }

  /** Starts the command as an operator does, in a process of its own. */
  start(...args: string[]): RunningCommand {
    const options = ['--conditions=@ctdb/source', '--import', register, command, ...args];
    const child = spawn(process.execPath, options, {
      // Jest's own options are not for it.
      env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = (async () => {
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close') as Promise<[number | null]>,
      ]);
      return { code, output: stdout + stderr };
    })();
    return { kill: () => child.kill('SIGKILL'), ended };
  }

  /** Runs the command to its end in this process, because to start a process takes seconds. */
  async run(...args: string[]): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    const code = await reconcilePayments(args, (line) => lines.push(line));
    return { code, output: lines.join('\n') };
  }

  private get db(): mongo.Db {
    const { db } = this.shop.service.get<Connection>(MONGO);
    if (!db) throw new Error('there is no connection');
    return db;
  }
}
