import { createHash } from 'node:crypto';
import {
  accessKeys,
  DomainError,
  isAccessReason,
  type OrderState,
  passRecord,
  type PaymentProviderName,
  paymentProviders,
  type PurchaseItem,
  toDecimalString,
} from '@ctdb/contracts';
import { providerOf, type PurchaseRecord } from '../../src/purchases/purchase.record.js';
import type { ReceiptRecord } from '../../src/receipts/receipt.record.js';
import { getPrice } from '../support/ledger.js';
import type { Choice } from '../support/paypal.js';
import { drawPlan, type Ending, isStarved, operate, retryWhileStarved } from './operation.js';
import { unfinishedStates } from '../../src/payments/purchase-recovery.service.js';
import { Random } from './random.js';
import type { World } from './world.js';

const FAULTS = 0.45;
const items = ['hourly', 'hourly', 'premium_monthly', 'professional_monthly'] as const;
const usual = Array<Choice>(4).fill('pay');
const choices: readonly Choice[] = [...usual, 'pending', 'decline', 'declineCapture'];
const kinds = ['payment', 'payment', 'payment', 'payment', 'payment', 'reversal'] as const;
const administrator = { role: 'admin', id: 'a'.repeat(24), name: 'admin', sessionId: 's' } as const;

/** An order that the history's buyer wants. */
interface Wish {
  commandId: string;
  holder: string;
  item: PurchaseItem;
  provider: PaymentProviderName;
  /** The provider's id of the order, once an answer contains it. */
  id?: string;
}

/** Some buyer's doings with two browsers, drawn from a seed. */
export class History {
  readonly random: Random;
  readonly holders: readonly string[];
  readonly wishes: Wish[] = [];
  /** Orders at providers whose capture was answered with `COMPLETED`. */
  readonly confirmed = new Set<string>();
  /** Purchases that Redis has given access for, at some moment. */
  readonly opened = new Set<string>();
  readonly faults: string[] = [];
  readonly steps: string[] = [];
  crashes = 0;
  /** What a backup of the database has of it, which is restored at its end. */
  private backup: PurchaseRecord[] | undefined;
  private events = 0;

  constructor(
    private readonly world: World,
    readonly seed: number,
  ) {
    this.random = new Random(seed);
    this.holders = ['first', 'second'].map((name) =>
      createHash('sha256').update(`${seed} ${name}`).digest('hex'),
    );
  }

  get email(): string {
    return `buyer-${this.seed}@example.com`;
  }

  /** Whether the provider charges another amount than was ordered. */
  isAltered(providerOrderId: string): boolean {
    return this.world.altered.has(providerOrderId);
  }

  /** Whether the database was restored at its end. */
  get isRestored(): boolean {
    return this.backup !== undefined;
  }

  async run(): Promise<void> {
    await this.order();
    const length = this.random.between(5, 12);
    for (let step = 0; step < length; step += 1) {
      const together = this.random.chance(0.3) ? 3 : 1;
      await Promise.all(Array.from({ length: together }, () => this.act()));
      await this.look();
      if (!this.backup && this.random.chance(0.05)) this.backup = await this.stored();
    }
    await this.loseWhatIsNewer();
  }

  /** The database is restored: what came after its backup is known at the providers alone. */
  private async loseWhatIsNewer(): Promise<void> {
    if (!this.backup) return;
    this.steps.push('the database is restored');
    // Redis is emptied with it.
    await this.world.redis.unlink(this.holders.map((holder) => accessKeys.pass(holder)));
    await this.world.purchases.deleteMany({ orderedBy: { $in: [...this.holders] } });
    if (this.backup.length > 0) await this.world.purchases.collection.insertMany(this.backup);
  }

  private async act(): Promise<void> {
    const draw = this.random.next();
    if (draw < 0.1) return this.order();
    if (draw < 0.2) return this.approve();
    if (draw < 0.55) return this.capture();
    if (draw < 0.65) return this.webhook();
    if (draw < 0.72) return this.turn();
    if (draw < 0.77) return this.refund();
    if (draw < 0.79) return this.refundPart();
    if (draw < 0.85) return this.claim();
    if (draw < 0.9) return this.restore();
    if (draw < 0.97) return this.reconcile();
    if (draw < 0.99) return this.expireOrder();
    for (const simulator of Object.values(this.world.simulators))
      await simulator.advance(7 * 3_600_000);
  }

  stored(): Promise<PurchaseRecord[]> {
    const orderedBy = { $in: [...this.holders] };
    return this.world.purchases.find({ orderedBy }).lean().exec();
  }

  /** The receipts and credit notes of its purchases. */
  async documents(): Promise<ReceiptRecord[]> {
    const ids = (await this.stored()).map(({ _id }) => _id);
    return this.world.documents.find({ purchaseId: { $in: ids } }).lean();
  }

  private async order(): Promise<void> {
    const open = this.wishes.find(({ id }) => id === undefined);
    const isNew = !open && this.wishes.length < 3;
    const wish: Wish = isNew
      ? {
          commandId: `${this.seed}-${this.wishes.length}`,
          holder: this.random.pick(this.holders),
          item: this.random.pick(items),
          provider: this.random.pick(paymentProviders),
        }
      : (open ?? this.random.pick(this.wishes));
    if (isNew) this.wishes.push(wish);
    const { commandId, holder, item, provider } = wish;
    const currency = provider === 'paypal' ? 'USD' : 'INR';
    const price = { amount: getPrice(item, currency), currency, intent: 'CAPTURE' } as const;
    const { email } = this;
    const returnOrigin = 'http://localhost:8080';
    const request = { ...price, item, holder, provider, email, returnOrigin };
    const ending = await this.do('order', () =>
      this.world.orderCreation.create(request, { commandId, locale: 'en' }),
    );
    if (ending.kind !== 'done') return;
    const { id } = ending.value;
    // An order that was left is given again: it may be paid already.
    const isAgain = this.wishes.some((other) => other.id === id);
    wish.id = id;
    if (isNew && !isAgain && this.random.chance(0.08)) this.world.altered.add(id);
    if (this.random.chance(0.8)) await this.approve();
    if (this.random.chance(0.6)) await this.capture();
  }

  private async approve(): Promise<void> {
    const { id, provider } = this.random.pick(this.wishes);
    if (id === undefined) return;
    const choice = this.random.pick(choices);
    this.steps.push(`approve ${choice}`);
    // Refused once it is captured.
    const simulator = this.world.simulators[provider];
    await simulator.approve(id, choice, this.email).catch(() => undefined);
  }

  private async capture(): Promise<void> {
    const { id, holder } = this.random.pick(this.wishes);
    if (id === undefined) return;
    const asking = this.random.chance(0.1) ? this.random.pick(this.holders) : holder;
    const times = this.random.pick([1, 1, 2, 4]);
    const request = { id, holder: asking };
    const capture = () => this.world.captures.capture(request, { deadline: Date.now() + 4_000 });
    const all = Array.from({ length: times }, () => this.do('capture', capture));
    const endings = await Promise.all(all);
    for (const ending of endings) {
      if (ending.kind !== 'done' || ending.value.status !== 'COMPLETED') continue;
      this.confirmed.add(id);
      if (asking !== holder) this.faults.push(`another browser was given the order ${id}`);
    }
  }

  private async webhook(): Promise<void> {
    const purchase = await this.one();
    if (!purchase) return;
    this.events += this.random.chance(0.7) ? 1 : 0;
    const event = {
      id: `event-${this.seed}-${this.events}`,
      type: 'webhook',
      kind: this.random.pick(kinds),
      ...this.named(purchase),
    };
    const provider = providerOf(purchase);
    const body = Buffer.from(JSON.stringify(event)).toString('base64');
    const receive = () => this.world.webhooks.receive({ provider, headers: {}, body });
    const times = this.random.between(1, 3);
    await Promise.all(Array.from({ length: times }, () => this.do(event.type, receive)));
  }

  /** An event names one of three things. */
  private named({ _id, providerOrderId, captureId }: PurchaseRecord) {
    const draw = this.random.next();
    if (draw < 0.4) return { orderId: _id.toHexString() };
    return draw < 0.7 ? { providerOrderId } : { captureId };
  }

  /** A provider releases, denies or gives back by itself. */
  private async turn(): Promise<void> {
    const purchase = await this.one('pending');
    if (purchase?.captureId === undefined) return;
    const outcome = this.random.pick(['release', 'deny', 'refund'] as const);
    this.steps.push(outcome);
    const simulator = this.world.simulators[providerOf(purchase)];
    await simulator.turn(purchase.captureId, outcome).catch(() => undefined);
  }

  private async refund(): Promise<void> {
    const purchase = await this.one('paid');
    if (!purchase) return;
    const id = purchase._id.toHexString();
    const ending = await this.do('refund', () =>
      this.world.orders.refund(id, { subject: administrator }),
    );
    if (ending.kind === 'done' && ending.value.state === 'refunded' && (await this.runs(id)))
      this.faults.push(`access to ${id} outlives its refund`);
  }

  /** The seller gives a part back at the provider, of which a webhook may come at once. */
  private async refundPart(): Promise<void> {
    const purchase = await this.one('paid');
    if (purchase?.captureId === undefined) return;
    const { captureId, amountMinor } = purchase;
    const part = toDecimalString(this.random.between(100, Math.floor(amountMinor / 2)));
    this.steps.push(`refund of ${part}`);
    const simulator = this.world.simulators[providerOf(purchase)];
    await simulator.refundPart(captureId, part).catch(() => undefined);
    if (this.random.chance(0.5)) await this.webhook();
  }

  private async claim(): Promise<void> {
    const holder = this.random.pick(this.holders);
    await this.do('claim', () => this.world.passes.activateUnclaimed(holder));
  }

  private async restore(): Promise<void> {
    const receiptCode = (await this.one())?.receiptCode;
    if (receiptCode === undefined) return;
    const holder = this.random.pick(this.holders);
    const address = `2001:db8:${this.random.between(1, 9_999)}::1`;
    const request = { receiptCode, email: this.email, holder, address };
    await this.do('restore', () => this.world.restores.restore(request));
  }

  /** A day later, as far as payments are concerned. */
  private async reconcile(): Promise<void> {
    const paid = { orderedBy: { $in: [...this.holders] }, state: 'paid' } as const;
    await this.world.purchases.updateMany(paid, { recheckAt: new Date(0) });
    for (const { _id, state } of await this.stored())
      if (state === 'paid' || unfinishedStates.some((unfinished) => unfinished === state))
        await this.do('reconcile', () => this.world.recovery.recover(_id.toHexString()));
    await this.do('receipts', () => this.world.receipts.issueDue());
  }

  private async expireOrder(): Promise<void> {
    const purchase = await this.one();
    if (purchase)
      await this.do('expire', () => this.world.repository.transition(purchase, 'expired', {}));
  }

  /** Some purchase; one in `state`, if there is any. */
  private async one(state?: OrderState): Promise<PurchaseRecord | undefined> {
    const stored = await this.stored();
    const wanted = stored.filter((purchase) => purchase.state === state);
    if (stored.length === 0) return undefined;
    return this.random.pick(wanted.length > 0 ? wanted : stored);
  }

  private async runs(id: string): Promise<boolean> {
    return (await this.records()).some((record) => record.id === id);
  }

  private async look(): Promise<void> {
    for (const { id } of await retryWhileStarved(() => this.records())) this.opened.add(id);
  }

  /** What Redis says that the browsers may do. */
  async records() {
    const values = await Promise.all(
      this.holders.map((holder) => this.world.redis.get(accessKeys.pass(holder))),
    );
    return values.flatMap((value, index) =>
      value === null || isAccessReason(value)
        ? []
        : [{ ...passRecord.parse(JSON.parse(value)), holder: this.holders[index] }],
    );
  }

  private async do<T>(name: string, work: () => Promise<T>): Promise<Ending<T>> {
    const plan = drawPlan(this.random, FAULTS);
    const ending = await operate(plan, work);
    this.steps.push(`${name}${plan ? ` (${plan.kind} ${plan.at})` : ''}: ${ending.kind}`);
    if (ending.kind === 'crashed') this.crashes += 1;
    const isTold = ending.kind === 'failed' && ending.error instanceof DomainError;
    if (ending.kind === 'failed' && !ending.isInjected && !isTold && !isStarved(ending.error))
      this.faults.push(`${name} failed: ${String(ending.error)}`);
    return ending;
  }
}
