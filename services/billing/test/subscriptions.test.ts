import { accountEvents } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { AccountsRepository } from '../src/accounts/users/accounts.repository.js';
import { codeOf, newName, PASSWORD, TestBilling } from './support/billing.js';
import { DAY } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling();
const { ledger } = billing;
const newEmail = () => `${newName()}@example.com`;

const rowOf = async (email: string) => {
  const rows = await billing.users().find({ email }).toArray();
  expect(rows).toHaveLength(1);
  return rows[0];
};

const plan = (
  item: Parameters<typeof billing.begun>[0],
  payerEmail: string,
  browser = newBrowser(),
) => billing.begun(item, browser, { payerEmail });

it('a plan makes a row in users, with the fields of the specification', async () => {
  const email = newEmail();
  const { id } = await plan('premium_monthly', email);
  const [startsAt, endsAt] = await ledger.timesOf(id);
  const row = await rowOf(email);
  expect(row).toMatchObject({
    ...{ username: email, isAdmin: false, paymentMethod: 'paypal', paymentId: `C-${id}` },
    ...{ subscriptionStatus: 'active', subscriptionType: 'premium_monthly' },
    subscriptionStartDate: new Date(startsAt),
    subscriptionEndDate: new Date(endsAt),
  });
  expect(row).not.toHaveProperty('password');
  expect(endsAt - startsAt).toBe(30 * DAY);
  expect((await ledger.find(id)).due).toEqual([]);
});

it('a plan that has not begun makes one that says so', async () => {
  const payerEmail = newEmail();
  const unclaimed = { payerEmail, due: ['account' as const] };
  const { id } = await ledger.paid('premium_yearly', newBrowser(), unclaimed);
  await ledger.runMaintenance();
  const row = await rowOf(payerEmail);
  expect(row).toMatchObject({ subscriptionStatus: 'inactive', paymentId: `C-${id}` });
  expect(row).not.toHaveProperty('subscriptionEndDate');
  expect((await ledger.find(id)).due).toEqual([]);
  await ledger.activate(id);
  expect(await rowOf(payerEmail)).toMatchObject({ subscriptionStatus: 'active' });
});

it('a plan makes one row when many begin at once; the one that ends last counts', async () => {
  const payerEmail = newEmail();
  const browser = newBrowser();
  const browsers = [browser, browser, newBrowser(), newBrowser(), newBrowser()];
  const pay = (one: string) => ledger.paid('premium_monthly', one, { payerEmail });
  const bought = await Promise.all(browsers.map(pay));
  await Promise.all(bought.map(({ id }) => ledger.activate(id)));
  await ledger.runMaintenance();
  const ends = await Promise.all(bought.map(async ({ id }) => (await ledger.timesOf(id))[1]));
  const last = new Date(Math.max(...ends));
  expect(await rowOf(payerEmail)).toMatchObject({ subscriptionEndDate: last });
  for (const { id } of bought) expect((await ledger.find(id)).due).toEqual([]);
});

it('a plan that is over says so after the next sweep, also without a payment that we know', async () => {
  const [known, unknown] = [newEmail(), newEmail()];
  const { id } = await plan('premium_monthly', known);
  await plan('premium_monthly', unknown);
  await ledger.shift(id, 30 * DAY);
  await ledger.purchases().deleteMany({ payerEmail: unknown });
  const over = { $set: { subscriptionEndDate: new Date(0) } };
  await billing.users().updateMany({ email: { $in: [known, unknown] } }, over);
  await ledger.runMaintenance();
  const expired = { subscriptionStatus: 'expired' };
  expect(await rowOf(known)).toMatchObject({ ...expired, paymentId: `C-${id}` });
  expect(await rowOf(unknown)).toMatchObject(expired);
});

it('a plan of a person of the team leaves the account as it was', async () => {
  const email = newEmail();
  const { username } = await billing.join('owner');
  await billing.users().updateOne({ username }, { $set: { email } });
  const before = await rowOf(email);
  await plan('professional_yearly', email);
  const after = await rowOf(email);
  for (const field of ['_id', 'username', 'usernameKey', 'password', 'role', 'createdAt'])
    expect(after?.[field]).toEqual(before?.[field]);
  expect(after).toMatchObject({ role: 'owner', subscriptionStatus: 'active' });
  expect((await billing.signIn(username)).username).toBe(username);
});

it('an hourly pass makes no row, nor does a payer without an address', async () => {
  const before = await billing.users().countDocuments();
  await plan('hourly', newEmail());
  const { id } = await billing.begun('premium_monthly', newBrowser(), { payerEmail: undefined });
  expect(await billing.users().countDocuments()).toBe(before);
  expect((await ledger.find(id)).due).toEqual([]);
});

it('a buyer cannot sign in, nor takes the name of an administrator, whatever the address is', async () => {
  const email = newEmail();
  await plan('premium_monthly', email);
  for (const username of [email, `BUYER:${email}`, `buyer:${email}`])
    for (const password of ['undefined', 'null', PASSWORD])
      expect(await codeOf(billing.signIn(username, password))).toBe('INVALID_CREDENTIALS');
  for (const usernameKey of [email, `buyer:${email}`]) {
    const account = { username: usernameKey, role: 'owner', password: 'x' } as const;
    const accounts = billing.service.get(AccountsRepository);
    expect(await accounts.create(account, accountEvents.created)).toBeDefined();
    await billing.users().deleteOne({ usernameKey });
  }
});
