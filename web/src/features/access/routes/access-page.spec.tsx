import { beforeEach, expect, it } from 'vitest';
import type { AccessReason, Purchase } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AccessPage from '@/features/access/routes/access-page';
import { agree, bodies, button, click, field, fill, hrefOf, part } from '@/testing/page';
import { renderPage, see, seeIn, unseen } from '@/testing';
import { json, problemReply, type Replies, unavailable } from '@/testing/mock-api';
import { hourlyPassFrom, receipt } from '@/testing/payments';

const bought = { item: 'hourly', receipt } as const;
const hour: Purchase = { ...bought, id: 'h1', state: 'running', pass: hourlyPassFrom(0) };
const year: Purchase = {
  id: 'y1',
  item: 'premium_yearly',
  state: 'running',
  pass: { plan: 'premium', startsAt: '2026-11-20T10:00:00Z', expiresAt: '2027-11-20T10:00:00Z' },
  receipt: { ...receipt, code: 'CT-YEAR', item: 'premium_yearly', amount: '299.99' },
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
};
const RESTORE = 'POST /api/access/restore';
const REFUND = 'POST /api/access/refund-request';

const EMAIL = 'Email address used for the payment';
const fillIn = async (code: string, email: string) => {
  await fill('Receipt number', code);
  await fill(EMAIL, email);
};
const restore = async (code = 'CT-1', email = 'buyer@example.com') => {
  await fillIn(code, email);
  await click('Restore access');
};
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

const open = async (more: Replies = {}) => {
  return renderPage({ ...answers, ...more }, <AccessPage />);
};

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

it('what a browser has bought counts down from the seconds of the server', async () => {
  secondsLeft = 3_599;
  purchases = [queued, hour, refunded];
  await open();
  expect((await screen.findByRole('timer')).textContent).toMatch(/^59:5\d$/);
  await screen.findAllByRole('listitem', { name: 'One-hour pass' });
  await seeIn(entry('One-hour pass'), 'Starts later');
  await seeIn(entry('One-hour pass', 1), 'Active', receipt.code);
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

it('moving access to this browser wants both fields, and focuses the first wrong one', async () => {
  const requests = await open();
  await restore('', '');
  expect(document.activeElement).toBe(screen.getByLabelText('Receipt number'));
  await restore('CT-1', 'nobody');
  await see('Enter a valid email address');
  expect(document.activeElement).toBe(screen.getByLabelText(EMAIL));
  expect(bodies(requests)).toEqual([]);
});

it('moving access to this browser says why it did not work', async () => {
  let reply = problemReply(410, 'PURCHASE_ENDED');
  await open({ [RESTORE]: () => reply });
  await restore();
  await seeIn(await part('alert'), /^The access for this receipt has ended/);
  reply = unavailable();
  await restore();
  await seeIn(await part('alert'), /^This service is temporarily unavailable/);
  expect((await field('Receipt number')).value).toBe('CT-1');
});

it('moving access to this browser says how long to wait, and waits', async () => {
  await open({ [RESTORE]: () => problemReply(429, 'TOO_MANY_TRIES', { retryAfter: 40 }) });
  await restore();
  await see(/^Too many attempts. Try again in \d+ seconds.$/);
  expect((await button('Restore access')).disabled).toBe(true);
});

it('moving access to this browser or asking the money back needs no running access', async () => {
  const refundRequestedAt = '2026-11-22T10:00:00.000Z';
  const asked = { ...year, state: 'ended', refundableUntil: undefined, refundRequestedAt };
  const requests = await open({ [REFUND]: () => json(asked, { status: 202 }) });
  await click('Request a refund with this receipt');
  expect(document.activeElement).toBe(screen.getByLabelText('Receipt number'));
  await fillIn(' CT-YEAR ', 'buyer@example.com');
  await click('Request a refund with this receipt');
  await screen.findByRole('alertdialog', { name: 'Request a refund?' });
  await agree('Request a refund');
  const status = await screen.findByText(/^We've received your request: Premium, 365 days/);
  expect(status.nextSibling?.textContent).toMatch(/^Refund requested on November 22, 2026/);
  expect(bodies(requests)).toEqual([{ receiptCode: 'CT-YEAR', email: 'buyer@example.com' }]);
});
