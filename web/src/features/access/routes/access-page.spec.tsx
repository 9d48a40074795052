import { beforeEach, expect, it } from 'vitest';
import type { AccessReason, Purchase } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AccessPage from '@/features/access/routes/access-page';
import { agree, bodies, button, click, field, fill, hrefOf, part } from '@/testing/page';
import { renderPage, see, seeIn, unseen, user } from '@/testing';
import { json, problemReply, type Replies, unavailable } from '@/testing/mock-api';
import { ACCESS_CODE, hourlyPassFrom, receipt } from '@/testing/payments';

const bought = { item: 'hourly', receipt } as const;
const MASKED = '••••-••••-••••-4HBN';
const running = { state: 'running', pass: hourlyPassFrom(0), accessCode: MASKED } as const;
const hour: Purchase = { ...bought, ...running, id: 'h1' };
const year: Purchase = {
  id: 'y1',
  item: 'premium_yearly',
  state: 'running',
  pass: { plan: 'premium', startsAt: '2026-11-20T10:00:00Z', expiresAt: '2027-11-20T10:00:00Z' },
  receipt: { ...receipt, item: 'premium_yearly', amount: '299.99' },
  refundableUntil: '2026-12-20T10:00:00.000Z',
};
const queued: Purchase = { ...bought, id: 'q1', state: 'queued', pass: hourlyPassFrom(3_600_000) };
const refunded: Purchase = { ...year, id: 'r1', state: 'refunded' };

let purchases: Purchase[] = [];
let secondsLeft = 0;
let reason: AccessReason = 'none';
const session = () => {
  const expiresAt = new Date(Date.now() + secondsLeft * 1_000).toISOString();
  const pass = { role: 'pass', plan: 'hourly', capabilities: ['read'], expiresAt, secondsLeft };
  return secondsLeft > 0 ? pass : { role: 'anonymous', reason, capabilities: [] };
};
const answers = {
  'GET /api/session': () => json(session()),
  'GET /api/access': () => json(purchases),
  'GET /api/access/erasure': () => json({}),
};
const CODE = 'POST /api/access/code';
const CHECK = 'POST /api/access/restore/check';
const RESTORE = 'POST /api/access/restore';
const REFUND = 'POST /api/access/refund-request';

const EMAIL = 'Email address of the order';
const check = async (code = ACCESS_CODE) => {
  await fill('Access code', code);
  await click('Check the code');
};
const opens = { id: 'y1', item: 'premium_yearly', paidAt: receipt.paidAt, pass: year.pass };
const entry = (name: string, at = 0) => {
  const found = screen.getAllByRole('listitem', { name })[at];
  if (!found) throw new Error(`no ${name}`);
  return within(found);
};

beforeEach(() => {
  purchases = [];
  secondsLeft = 0;
  reason = 'none';
});

const open = (more: Replies = {}) => renderPage({ ...answers, ...more }, <AccessPage />);

it('what a browser has bought may run in another browser', async () => {
  reason = 'moved';
  await open();
  await see(/runs in another browser/);
});

it('what a browser has bought offers access if there is no purchase, and no link by mail if no mail is sent', async () => {
  const config = { payments: { mode: 'live', mail: false } };
  const requests = await open({ 'GET /api/config': () => json(config) });
  await see('No purchases in this browser yet');
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/api/config'));
  unseen(/Get a link by email/);
  const names = ['Hourly Access', 'Premium plans', 'Professional plans'];
  const paths = ['/hourly-access', '/subscribe', '/payment'];
  expect(await Promise.all(names.map(hrefOf))).toEqual(paths);
});

it('what a browser has bought is left on a shared device after access has ended, too', async () => {
  purchases = [{ ...hour, state: 'ended' }];
  const eraseAt = '2026-12-25T10:00:00.000Z';
  await open({ 'GET /api/access/erasure': () => json({ eraseAt }) });
  await see(/^This browser still opens your purchases and patients/);
  await see(/will be erased on 25 December 2026/, 'Save your entries as CSV');
  await click('Log out on this device');
  await see(/^To open your purchases and patients again/);
});

it('what a browser has bought counts down from the seconds of the server', async () => {
  secondsLeft = 3_599;
  purchases = [
    { id: 'p1', item: 'professional_monthly', state: 'pending' },
    queued,
    hour,
    refunded,
  ];
  await open();
  expect((await screen.findByRole('timer')).textContent).toMatch(/^59:5\d$/);
  await screen.findAllByRole('listitem', { name: 'One-hour pass' });
  await see('Payment being checked');
  await seeIn(entry('One-hour pass'), 'Starts later');
  await seeIn(entry('One-hour pass', 1), 'Active', MASKED);
  await seeIn(entry('Premium, 365 days'), 'Refunded');
  expect(screen.queryByRole('button', { name: 'Request a refund' })).toBeNull();
});

it('what a browser has bought begins what was paid for while the page was open', async () => {
  purchases = [{ id: 'h1', item: 'hourly', state: 'unclaimed', receipt }];
  let asked = 0;
  await open({
    'GET /api/session': () => {
      asked += 1;
      if (asked > 1) [purchases, secondsLeft] = [[hour], 3_600];
      return answers['GET /api/session']();
    },
  });
  await see('Active');
  expect(await screen.findByRole('timer')).toBeTruthy();
  expect(asked).toBe(2);
});

it('what a browser has bought shows why a refund is impossible', async () => {
  purchases = [year];
  await open({ [REFUND]: () => problemReply(409, 'NOT_REFUNDABLE') });
  await click('Request a refund');
  await agree('Request a refund');
  await see('This payment cannot be refunded.');
});

it('the access code of a purchase is shown after a click, while its access runs', async () => {
  purchases = [
    { ...hour, codeIssuedAt: receipt.paidAt },
    { ...year, state: 'ended', accessCode: MASKED },
  ];
  const reveal = () => {
    purchases = [hour];
    return json({ accessCode: ACCESS_CODE });
  };
  const requests = await open({ [CODE]: reveal });
  await see(/^An administrator made a new access code for this purchase on 21 November 2026/);
  await click('Show access code');
  await see(ACCESS_CODE, /^With this code you open/);
  await waitFor(() => unseen(/^An administrator made/));
  expect(await screen.findByTitle(/^QR code/)).toBeTruthy();
  expect(bodies(requests)).toEqual([{ orderId: 'h1' }]);
});

it('restoring wants a code, and the address of the order only for a code that was mailed', async () => {
  const needsEmail = ({ body }: { body: unknown }) =>
    (body as { email?: string }).email
      ? json({ purchase: opens })
      : problemReply(409, 'ADDRESS_REQUIRED');
  const requests = await open({ [CHECK]: needsEmail });
  await check('');
  expect(document.activeElement).toBe(screen.getByLabelText('Access code'));
  unseen(EMAIL);
  await check();
  await waitFor(async () => expect(document.activeElement).toBe(await field(EMAIL)));
  await fill(EMAIL, ' buyer@example.com');
  await click('Check the code');
  await see('This code opens: Premium, 365 days', /^Bought on 21 November 2026/);
  const accessCode = ACCESS_CODE;
  expect(bodies(requests)).toEqual([{ accessCode }, { accessCode, email: 'buyer@example.com' }]);
});

it('restoring asks before it replaces access that came to this browser since the check', async () => {
  const replaces = { ...opens, id: 'h1', item: 'hourly' };
  const found = [{ purchase: opens }, { purchase: opens, replaces }];
  const requests = await open({
    [CHECK]: () => json(found.shift()),
    [CODE]: () => json({ accessCode: 'CODE-OF-THE-HOUR' }),
    [RESTORE]: ({ body }) =>
      (body as { replace?: boolean }).replace
        ? json(opens)
        : problemReply(409, 'PRACTICE_OPEN', { item: 'hourly', paidAt: receipt.paidAt }),
  });
  sessionStorage.setItem('draft:note:1', '{"content":"of the hour"}');
  await check();
  await click('Restore access here');
  await see(
    /^This browser has access that you bought or began to pay for on 21 November 2026 \(One-hour pass\)/,
  );
  await click('Show access code');
  await see('CODE-OF-THE-HOUR');
  expect(sessionStorage.getItem('draft:note:1')).not.toBeNull();
  await click('Replace it and restore');
  await see('Access restored');
  expect(sessionStorage.getItem('draft:note:1')).toBeNull();
  const sent = requests.filter(({ path }) => path.endsWith('/restore'));
  expect(sent.map(({ body }) => body)).toEqual([
    { accessCode: ACCESS_CODE },
    { accessCode: ACCESS_CODE, replace: true },
  ]);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
});

it('restoring says why it did not work', async () => {
  let reply = problemReply(404, 'NOT_FOUND', { kind: 'accessCode' });
  await open({ [CHECK]: () => reply });
  await check();
  await seeIn(await part('alert'), /^We couldn't find a purchase/);
  reply = unavailable();
  await check();
  await seeIn(await part('alert'), /^This service is temporarily unavailable/);
  expect((await field('Access code')).value).toBe(ACCESS_CODE);
});

it('restoring says how long to wait, and waits', async () => {
  await open({ [CHECK]: () => problemReply(429, 'TOO_MANY_TRIES', { retryAfter: 40 }) });
  await check();
  await see(/^Too many attempts. Try again in \d+ seconds.$/);
  expect((await button('Check the code')).disabled).toBe(true);
});

it('asking the money back by access code needs no running access', async () => {
  const refundRequestedAt = '2026-11-22T10:00:00.000Z';
  const asked = { ...year, state: 'ended', refundableUntil: undefined, refundRequestedAt };
  const requests = await open({ [REFUND]: () => json(asked, { status: 202 }) });
  await click('Request a refund with this code');
  expect(document.activeElement).toBe(screen.getByLabelText('Access code'));
  await fill('Access code', ` ${ACCESS_CODE} `);
  await click('Request a refund with this code');
  await screen.findByRole('alertdialog', { name: 'Request a refund?' });
  await agree('Request a refund');
  const status = await screen.findByText(/^We've received your request: Premium, 365 days/);
  expect(status.nextSibling?.textContent).toMatch(/^Refund requested on 22 November 2026/);
  expect(bodies(requests)).toEqual([{ accessCode: ACCESS_CODE }]);
});

it('an address is confirmed and removed by digits that the confirmed one gets too', async () => {
  purchases = [{ ...hour, isCodeMailed: true }];
  let isEarly = true;
  let addresses = ['a•••@example.com'];
  const notBefore = new Date(Date.now() + 71.5 * 3_600_000).toISOString();
  const done = () => json({}, { status: 202 });
  const requests = await open({
    'GET /api/config': () => json({ payments: { mode: 'live', mail: true } }),
    'GET /api/access/email': () => json({ addresses }),
    'POST /api/access/email': () =>
      isEarly ? problemReply(409, 'ADDRESS_TOO_EARLY', { notBefore }) : done(),
    'POST /api/access/email/confirm': () => json({ addresses: [...addresses, 'b•••@example.com'] }),
    'POST /api/access/change/code': done,
    'POST /api/access/change': () => json({ addresses }),
  });
  await see(/^Your access code was emailed/);
  await fill('Email address', 'b@example.com');
  await click('Send six digits');
  await see(/You can confirm an email address here in 3 days/);
  isEarly = false;
  await click('Send six digits');
  await fill('Six digits sent to b@example.com', '12 34 56');
  await click('Confirm');
  await see('Enter all six digits');
  await fill('Six digits sent to a•••@example.com', '654321');
  await click('Confirm');
  await see('b•••@example.com');
  addresses = ['b•••@example.com'];
  await click('Remove: a•••@example.com');
  const dialog = await part('dialog');
  await user.selectOptions(await field('Send the digits to'), 'b•••@example.com');
  await user.click(dialog.getByRole('button', { name: 'Send six digits' }));
  await fill('Six digits sent to b•••@example.com', '111111');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => unseen('a•••@example.com'));
  expect(bodies(requests).slice(2)).toEqual([
    { code: '12 34 56', knownCode: '654321' },
    { address: 'b•••@example.com' },
    { kind: 'removeAddress', address: 'a•••@example.com', code: '111111' },
  ]);
});
