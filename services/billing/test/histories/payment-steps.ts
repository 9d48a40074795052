import { backgroundContext } from '@ctdb/chassis';
import { admin } from '@ctdb/chassis/testing';
import type { OrderState } from '@ctdb/contracts';
import { providerOf, type PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { getPrice } from '../support/ledger.js';
import type { Choice } from '../support/paypal.js';
import { confirmAddress, renew } from './access-steps.js';
import type { History } from './history.js';
import type { Setup } from './setup.js';

const items = ['hourly', 'hourly', 'premium_monthly', 'professional_monthly'] as const;
const pay = Array<Choice>(4).fill('pay');

/** Some purchase; one in `state`, if there is any. */
const one = ({ purchases, random }: History, state?: OrderState): PurchaseRecord | undefined => {
  const wanted = purchases.filter((purchase) => purchase.state === state);
  return purchases.length === 0 ? undefined : random.pick(wanted.length > 0 ? wanted : purchases);
};

const newWish = (history: History) => {
  const { random } = history;
  const { browser, buyer } = history.someone();
  const item = random.pick(items);
  const email = item === 'hourly' && random.chance(0.3) ? undefined : history.typedEmail(buyer);
  const order = { item, email, provider: random.pick(history.providers) };
  const id = undefined as string | undefined;
  return { browser, buyer, ...order, context: backgroundContext(), token: browser.token, id };
};

/** An order that a buyer wants, with the provider's id as soon as an answer has it. */
export type Wish = ReturnType<typeof newWish>;

/** A new order, or one again: its answer was lost, or another tab orders the same. */
export const order = async (history: History): Promise<void> => {
  const { setup, random, wishes } = history;
  const open = wishes.find(({ id }) => id === undefined);
  const isNew = !open && wishes.length < 4;
  const wish = isNew ? newWish(history) : (open ?? random.pick(wishes));
  if (isNew) wishes.push(wish);
  const { browser, buyer, item, email, provider, context } = wish;
  wish.token = browser.token;
  const currency = provider === 'paypal' ? 'USD' : 'INR';
  const price = { amount: getPrice(item, currency), currency, intent: 'CAPTURE' } as const;
  const request = { ...price, item, provider, email, returnOrigin: 'http://localhost:8080' };
  const create = () => setup.payments.order({ ...request, browser: browser.token }, context);
  const ending = await history.do('order', create, `${item} for ${email} in ${browser.name}`);
  if (ending.kind !== 'done' || random.chance(0.15)) return;
  wish.id = ending.value.id;
  buyer.codes.add(ending.value.accessCode);
  if (random.chance(0.8)) await approve(history);
  if (random.chance(0.6)) await capture(history);
};

export const approve = async (history: History): Promise<void> => {
  const { id, provider, buyer } = history.random.pick(history.wishes);
  if (id === undefined) return;
  const choice = history.random.pick([...pay, 'pending', 'decline', 'declineCapture'] as const);
  history.steps.push(`approve ${choice}`);
  const payer = history.typedEmail(buyer);
  // Refused once it is captured.
  await history.setup.simulators[provider].approve(id, choice, payer).catch(() => undefined);
};

/** The browser asks with its cookie; a tab may have sent the one of its order, a stranger another one. */
export const capture = async (history: History): Promise<void> => {
  const { setup, random } = history;
  const { id, browser, buyer, token: orderedBy } = random.pick(history.wishes);
  if (id === undefined) return;
  const others = [orderedBy, random.pick(history.browsers).token];
  const token = random.pick([...Array<string>(6).fill(browser.token), ...others]);
  const purchase = await setup.purchases.findOne({ providerOrderId: id }).lean();
  const isOrderer = purchase?.orderedBy === token;
  const opened = { _id: purchase?.practice, $or: [{ browser: token }, { next: token }] };
  const isOpened = (await setup.practices.exists(opened)) !== null;
  // A practice with such an order is not closed.
  const isYoung = Date.now() - Number(purchase?.createdAt) < 11 * 3_600_000;
  const isWaiting = isYoung && /^(open|capturing|pending)$/.test(purchase?.state ?? '');
  const context = backgroundContext({ deadline: Date.now() + 4_000 });
  const work = () => setup.payments.capture({ id, browser: token }, context);
  const run = () => history.do('capture', work, `in ${browser.name}`);
  const endings = await Promise.all(Array.from({ length: random.pick([1, 1, 2, 4]) }, run));
  const codes = endings.flatMap((ending) => {
    const isForeign = ending.kind === 'failed' && ending.code === 'FOREIGN_ORDER';
    const isDenied = isForeign && (isOrderer || (isOpened && isWaiting));
    const isWrong = ending.kind === 'done' ? !isOrderer && !isOpened : isDenied;
    if (history.isAlone && isWrong)
      history.violate(`capture by ${history.tokens.get(token)?.name} is ${ending.kind}`);
    if (ending.kind !== 'done' || ending.value.status !== 'COMPLETED') return [];
    return [ending.value.accessCode];
  });
  if (codes.length > 0) history.confirmed.add(id);
  if (codes.length === 0 || token !== browser.token) return;
  for (const code of codes) if (code !== undefined) buyer.codes.add(code);
  await renew(history, browser, token);
  if (random.chance(0.3)) await confirmAddress(history, { browser, buyer });
};

export const deliver = (setup: Setup, purchase: PurchaseRecord, event: object) => {
  const body = Buffer.from(JSON.stringify({ type: 'webhook', ...event })).toString('base64');
  return setup.payments.webhook({ provider: providerOf(purchase), headers: {}, body });
};

export const webhook = async (history: History): Promise<void> => {
  const { setup, random } = history;
  const purchase = one(history);
  if (!purchase) return;
  const { _id, providerOrderId, captureId } = purchase;
  // An event names one of three things.
  const named = random.pick([{ orderId: _id.toHexString() }, { providerOrderId }, { captureId }]);
  const event = { isReversal: random.chance(0.25), ...named };
  // As if none had come in the last ten seconds.
  await setup.purchases.updateOne({ _id }, { $unset: { webhookReadAt: 1 } });
  const receive = () => history.do('webhook', () => deliver(setup, purchase, event));
  await Promise.all(Array.from({ length: random.between(1, 3) }, receive));
};

/** A provider releases, denies or gives back by itself. */
export const turn = async (history: History): Promise<void> => {
  const purchase = one(history, 'pending');
  if (purchase?.captureId === undefined) return;
  const outcome = history.random.pick(['release', 'deny', 'refund'] as const);
  history.steps.push(outcome);
  const simulator = history.setup.simulators[providerOf(purchase)];
  await simulator.turn(purchase.captureId, outcome).catch(() => undefined);
};

export const refund = async (history: History): Promise<void> => {
  const id = one(history, 'paid')?._id.toHexString();
  if (id === undefined) return;
  const context = backgroundContext({ subject: admin() });
  const ending = await history.do('refund', () => history.setup.payments.refund({ id }, context));
  if (ending.kind !== 'done' || ending.value.state !== 'refunded') return;
  const tokens = (await history.findPasses()).flatMap((pass) => (pass.id === id ? pass.token : []));
  if (history.isAlone && (await history.setup.practices.exists({ browser: { $in: tokens } })))
    history.violate(`access to ${id} outlives its refund`);
};

/** What the reconciler does in a day. */
export const reconcile = async (history: History): Promise<void> => {
  const { setup, purchases } = history;
  const paid = { _id: { $in: purchases.map(({ _id }) => _id) }, state: 'paid' } as const;
  await setup.purchases.updateMany(paid, { recheckAt: new Date(0) });
  for (const { _id } of purchases)
    await history.do('reconcile', () => setup.recovery.recover(_id.toHexString()));
};
