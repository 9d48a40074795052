import { createHash } from 'node:crypto';
import { accessKeys, isAccessReason, passRecord, type PaymentProviderName } from '@ctdb/contracts';
import type { PracticeRecord } from '../../src/practices/practice.record.js';
import type { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import * as access from './access-steps.js';
import { drawPlan, type Ending, isStarved, operate, retryWhileStarved } from './operation.js';
import * as payments from './payment-steps.js';
import { Random } from './random.js';
import { Rights } from './rights.js';
import type { Setup } from './setup.js';

const HOUR_MS = 3_600_000;

/** A person with a mailbox, and the access codes that this person has seen. */
export type Buyer = Readonly<{ email: string; codes: Set<string> }>;
/** A browser with the token in its cookie, and those that were there before. */
export type Browser = { readonly name: string; users: Buyer[]; token: string; former: string[] };
/** The purchases and practices of a history at one time. */
export type Snapshot = Pick<History, 'purchases' | 'practices'>;

const { order, capture, webhook, approve, reconcile, turn, refund } = payments;
const { restore, claim, confirmAddress, openLink, signOut, erase } = access;
const often = [order, capture, capture, restore];
const usual = [capture, approve, webhook, reconcile, claim, confirmAddress, openLink];
const choices = [often, often, often, usual, usual, [turn, refund, signOut, erase]].flat();

/** What two buyers and a thief do with four browsers, drawn from a seed. */
export class History {
  readonly random: Random;
  readonly rights = new Rights();
  readonly key: string;
  readonly emails: string[];
  readonly browsers: Browser[];
  /** All that were made for a browser, whether the answer with them has arrived or not. */
  readonly tokens = new Map<string, Browser>();
  readonly wishes: payments.Wish[] = [];
  /** Orders at providers whose capture was answered with `COMPLETED`. */
  readonly confirmed = new Set<string>();
  /** Purchases that Redis has given access for, at some moment. */
  readonly opened = new Set<string>();
  /** Operations that have succeeded, and states of purchases. */
  readonly seen = new Set<string>();
  readonly violations: string[] = [];
  readonly steps: string[] = [];
  purchases: PurchaseRecord[] = [];
  practices: PracticeRecord[] = [];
  passes: Awaited<ReturnType<History['findPasses']>> = [];
  crashes = 0;
  /** Whether no other step runs beside the present one. */
  isAlone = true;
  faultRate = 0.45;
  private passedMs = 0;

  constructor(
    readonly setup: Setup,
    readonly seed: number,
    readonly providers: readonly PaymentProviderName[],
  ) {
    this.random = new Random(seed);
    this.key = `${seed}-${providers.join('-')}`;
    this.emails = ['ann', 'ben', 'eve', 'typo'].map((name) => `${name}-${this.key}@example.com`);
    const [ann = [], ben = [], eve = []] = this.emails.map((email) => [
      { email, codes: new Set<string>() },
    ]);
    const users = { home: ann, phone: ann, shared: [...ann, ...ben], thief: eve };
    this.browsers = Object.entries(users).map(([name, own]) => this.newBrowser(name, own));
  }

  async run(): Promise<void> {
    await order(this);
    const length = this.random.between(6, 14);
    for (let step = 0; step < length; step += 1) {
      const count = this.random.pick([1, 1, 1, 1, 3, 6]);
      this.isAlone = count === 1;
      this.steps.push(`${count} at once:`);
      await Promise.all(Array.from({ length: count }, () => this.random.pick(choices)(this)));
      this.isAlone = true;
      await this.verify();
      if (this.random.chance(0.35)) await access.readSome(this);
      if (this.random.chance(0.15)) await this.wait();
    }
  }

  /** Compares the database and Redis with what the last step may have changed. */
  async verify(): Promise<void> {
    const before = { purchases: this.purchases, practices: this.practices };
    await retryWhileStarved(() => this.load());
    for (const { id } of this.passes) this.opened.add(id);
    for (const { state } of this.purchases) this.seen.add(state);
    if (this.practices.some(({ erasedAt }) => erasedAt)) this.seen.add('erased');
    for (const violation of this.rights.check(before, this, this.passedMs)) this.violate(violation);
  }

  violate(violation: string): void {
    this.violations.push(violation);
    this.steps.push(`VIOLATION: ${violation}`);
  }

  /** Runs `work` as an operation, which may crash or fail at each of its calls. */
  async do<T>(name: string, work: () => Promise<T>, detail = ''): Promise<Ending<T>> {
    const plan = drawPlan(this.random, this.faultRate);
    const ending = await operate(plan, work);
    const { kind } = ending;
    const reason = kind === 'failed' ? ` ${ending.code || String(ending.error)}` : '';
    const fault = plan ? ` (${plan.kind} ${plan.at})` : '';
    this.steps.push(`${name} ${detail}${fault}: ${kind}${reason}`);
    if (kind === 'done') this.seen.add(name);
    if (kind === 'crashed') this.crashes += 1;
    if (kind === 'failed' && !ending.isInjected && ending.code === '' && !isStarved(ending.error))
      this.violate(`${name} failed${reason}`);
    return ending;
  }

  someone(): { browser: Browser; buyer: Buyer } {
    const browser = this.random.pick(this.browsers);
    return { browser, buyer: this.random.pick(browser.users) };
  }

  /** Usually the buyer's own address; also mistyped ones, and those of other people. */
  typedEmail({ email }: Buyer): string {
    return this.random.pick([email, email, email, ...this.emails]);
  }

  newBrowser(name: string, users: Buyer[] = []): Browser {
    const browser: Browser = { name, users, token: '', former: [] };
    browser.token = this.newToken(browser);
    return browser;
  }

  newToken(browser: Browser, text = `token ${this.tokens.size}`): string {
    const token = createHash('sha256').update(`${this.key} ${text}`).digest('hex');
    this.tokens.set(token, browser);
    return token;
  }

  /** The answer reaches the browser, unless it is lost. */
  setCookie(browser: Browser, token: string): boolean {
    if (this.random.chance(0.15)) return false;
    browser.former.push(browser.token);
    browser.token = token;
    return true;
  }

  findOpened(token: string): PracticeRecord | undefined {
    return this.practices.find(({ browser, next }) => browser === token || next === token);
  }

  purchasesOf({ _id }: PracticeRecord): PurchaseRecord[] {
    return this.purchases.filter(({ practice }) => practice.equals(_id));
  }

  /** The passes in Redis, of all tokens. */
  async findPasses() {
    const tokens = [...this.tokens.keys()];
    const values = await this.setup.redis.mget(tokens.map((token) => accessKeys.pass(token)));
    return values.flatMap((value, index) => {
      if (value === null || isAccessReason(value)) return [];
      return [{ ...passRecord.parse(JSON.parse(value)), token: tokens[index] ?? '' }];
    });
  }

  private async load(): Promise<void> {
    const $in = [...this.tokens.keys()];
    const ids = this.practices.map(({ _id }) => _id);
    const ordered = { $or: [{ orderedBy: { $in } }, { practice: { $in: ids } }] };
    this.purchases = await this.setup.purchases.find(ordered).lean<PurchaseRecord[]>();
    ids.push(...this.purchases.map(({ practice }) => practice));
    const known = { $or: [{ browser: { $in } }, { _id: { $in: ids } }] };
    this.practices = await this.setup.practices.find(known).lean<PracticeRecord[]>();
    this.passes = await this.findPasses();
  }

  /** A plan may end once, and no order that is left is forgotten. */
  get mayWaitLong(): boolean {
    return this.passedMs < 100 * HOUR_MS;
  }

  async wait(
    hours = this.random.pick([
      0.5,
      2,
      5,
      14,
      ...(this.mayWaitLong ? [74, access.MONTH_HOURS] : []),
    ]),
  ): Promise<void> {
    this.steps.push(`${hours} hours pass`);
    const ids = [...this.purchases, ...this.practices].map(({ _id }) => _id);
    await this.setup.shift(ids, hours * HOUR_MS);
    this.passedMs += hours * HOUR_MS;
    await this.setup.redis.unlink([...this.tokens.keys()].map((one) => accessKeys.pass(one)));
    await retryWhileStarved(() => this.load());
  }
}
