import { MONGO } from '@ctdb/chassis';
import { anonymous, type RpcCaller, rpcCallers, startTestService } from '@ctdb/chassis/testing';
import { getActivePass, getPurchaseHolders, signIn } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { AccountsRepository } from '../src/accounts/accounts.repository.js';
import { BillingModule } from '../src/billing.module.js';
import { PassesService } from '../src/passes/passes.service.js';
import { ADMIN, billingEnv, errorOf, freshAddress, signInAs } from './support/billing.js';
import { ledgerOf, newBrowser } from './support/ledger.js';

const DAY = 86_400_000;
const env = billingEnv({ RECONCILE_SECONDS: '3600' });
let call: RpcCaller;
let users: ReturnType<Connection['collection']>;
let passes: PassesService;
let accounts: AccountsRepository;
let ledger: ReturnType<typeof ledgerOf>;

beforeAll(async () => {
  const service = await startTestService(BillingModule, env);
  users = service.get<Connection>(MONGO).collection('users');
  passes = service.get(PassesService);
  accounts = service.get(AccountsRepository);
  ledger = ledgerOf(service);
  call = (await rpcCallers(env))(anonymous);
}, 60_000);

const rowOf = async (email: string) => {
  const rows = await users.find({ email }).toArray();
  expect(rows).toHaveLength(1);
  return rows[0];
};

let last = 0;
const newEmail = () => `subscriber-${(last += 1)}@example.com`;

const plan = async (
  item: Parameters<typeof ledger.paid>[0],
  payerEmail: string,
  browser = newBrowser(),
) => {
  const paid = await ledger.paid(item, browser, { payerEmail });
  await ledger.activate(paid.id);
  return paid;
};

describe('a plan', () => {
  it('makes a row in users, with the fields of the specification', async () => {
    const email = newEmail();
    const { id } = await plan('premium_monthly', email);
    const [startsAt, endsAt] = await ledger.timesOf(id);
    const row = await rowOf(email);
    expect(row).toMatchObject({
      username: email,
      isAdmin: false,
      subscriptionStatus: 'active',
      subscriptionType: 'premium_monthly',
      subscriptionStartDate: new Date(startsAt),
      subscriptionEndDate: new Date(endsAt),
      paymentMethod: 'paypal',
      paymentId: `C-${id}`,
    });
    expect(row).not.toHaveProperty('password');
    expect(endsAt - startsAt).toBe(30 * DAY);
    expect((await ledger.find(id)).due).toEqual([]);
  });

  it('that has not begun makes one that says so', async () => {
    const payerEmail = newEmail();
    const { id } = await ledger.paid('premium_yearly', newBrowser(), {
      payerEmail,
      due: ['account'],
    });
    await passes.runMaintenance();
    const row = await rowOf(payerEmail);
    expect(row).toMatchObject({ subscriptionStatus: 'inactive', paymentId: `C-${id}` });
    expect(row).not.toHaveProperty('subscriptionEndDate');
    expect((await ledger.find(id)).due).toEqual([]);
    await ledger.activate(id);
    expect(await rowOf(payerEmail)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('of several the one that ends last counts', async () => {
    const email = newEmail();
    const year = await plan('premium_yearly', email);
    await plan('professional_monthly', email);
    const expected = { subscriptionType: 'premium_yearly', paymentId: `C-${year.id}` };
    expect(await rowOf(email)).toMatchObject(expected);
    const queued = await plan('premium_monthly', email, year.browser);
    const [, end] = await ledger.timesOf(queued.id);
    expect(await rowOf(email)).toMatchObject({
      subscriptionType: 'premium_monthly',
      subscriptionEndDate: new Date(end),
    });
  });

  it('makes one row when many begin at once', async () => {
    const email = newEmail();
    const bought = await Promise.all(
      Array.from({ length: 8 }, () =>
        ledger.paid('premium_monthly', newBrowser(), { payerEmail: email }),
      ),
    );
    await Promise.all(bought.map(({ id }) => ledger.activate(id)));
    await passes.runMaintenance();
    const ends = await Promise.all(bought.map(async ({ id }) => (await ledger.timesOf(id))[1]));
    expect((await rowOf(email))?.['subscriptionEndDate']).toEqual(new Date(Math.max(...ends)));
    for (const { id } of bought) expect((await ledger.find(id)).due).toEqual([]);
  });

  it('that is refunded says so, and one that still runs comes to the fore', async () => {
    const email = newEmail();
    const month = await plan('premium_monthly', email);
    const year = await plan('professional_yearly', email);
    await ledger.refund(year.id);
    await ledger.sync(year.id);
    expect(await rowOf(email)).toMatchObject({
      subscriptionStatus: 'active',
      paymentId: `C-${month.id}`,
    });
    await ledger.refund(month.id);
    await ledger.sync(month.id);
    expect(await rowOf(email)).toMatchObject({ subscriptionStatus: 'refunded' });
  });

  it('has the same holder in every plan of its buyer, in Redis too', async () => {
    const email = newEmail();
    const first = await plan('professional_monthly', email);
    const renewed = await plan('professional_yearly', email);
    const unpaidRow = await ledger.paid('premium_monthly', newBrowser(), {
      payerEmail: newEmail(),
    });
    const hourly = await ledger.paid('hourly', newBrowser(), { payerEmail: email });
    await ledger.activate(hourly.id);
    const holder = `user:${String((await rowOf(email))?._id)}`;
    const ids = [first.id, renewed.id, unpaidRow.id, hourly.id, 'f'.repeat(24)];
    expect((await call(getPurchaseHolders, { ids })).holders).toEqual([
      { id: first.id, holder },
      { id: renewed.id, holder },
      { id: hourly.id, holder: `pass:${hourly.id}` },
      { id: 'f'.repeat(24), holder: `pass:${'f'.repeat(24)}` },
    ]);
    const holderIn = async (browser: string) =>
      (await call(getActivePass, { holder: browser })).pass?.holder;
    expect(await holderIn(first.browser)).toBe(holder);
    expect(await holderIn(renewed.browser)).toBe(holder);
    expect(await holderIn(hourly.browser)).toBeUndefined();
  });

  it('that is over says so after the next sweep', async () => {
    const email = newEmail();
    const { id } = await plan('premium_monthly', email);
    await ledger.shift(id, 30 * DAY);
    const { grant } = await ledger.find(id);
    await users.updateOne({ email }, { $set: { subscriptionEndDate: grant?.endsAt } });
    await passes.runMaintenance();
    expect(await rowOf(email)).toMatchObject({
      subscriptionStatus: 'expired',
      paymentId: `C-${id}`,
    });
  });

  it('over without a payment that we know expires as well', async () => {
    const email = newEmail();
    await plan('premium_monthly', email);
    await ledger.purchases.deleteMany({ payerEmail: email });
    await users.updateOne({ email }, { $set: { subscriptionEndDate: new Date(0) } });
    await passes.runMaintenance();
    expect(await rowOf(email)).toMatchObject({ subscriptionStatus: 'expired' });
  });

  it('of an administrator leaves the account as it was', async () => {
    const email = newEmail();
    await users.updateOne({ usernameKey: 'admin' }, { $set: { email } });
    const before = await rowOf(email);
    await plan('professional_yearly', email);
    const after = await rowOf(email);
    for (const field of ['_id', 'username', 'usernameKey', 'password', 'role', 'createdAt'])
      expect(after?.[field]).toEqual(before?.[field]);
    expect(after).toMatchObject({ role: 'owner', subscriptionStatus: 'active' });
    expect((await signInAs(call)).username).toBe(ADMIN.username);
  });
});

describe('an hourly pass', () => {
  it('makes no row, nor does a payer without an address', async () => {
    const before = await users.countDocuments();
    await plan('hourly', newEmail());
    const { id } = await ledger.paid('premium_monthly', newBrowser(), { payerEmail: undefined });
    await ledger.activate(id);
    expect(await users.countDocuments()).toBe(before);
    expect((await ledger.find(id)).due).toEqual([]);
  });
});

describe('a buyer', () => {
  it('cannot sign in, by no name and with no password', async () => {
    const email = newEmail();
    await plan('premium_monthly', email);
    for (const username of [email, `BUYER:${email}`, `buyer:${email}`])
      for (const password of ['undefined', 'null', ADMIN.password]) {
        const tried = call(signIn, { username, password, address: freshAddress() });
        expect((await errorOf(tried)).code).toBe('INVALID_CREDENTIALS');
      }
  });

  it('does not take the name of an administrator, whatever the address is', async () => {
    const email = newEmail();
    await plan('premium_monthly', email);
    for (const usernameKey of [email, `buyer:${email}`]) {
      const account = { username: usernameKey, usernameKey, password: 'x' };
      expect(await accounts.createOwner(account)).toBe(true);
    }
  });
});
