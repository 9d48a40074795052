import type { AccessReason, Purchase } from '@ctdb/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import AccessPage from '@/features/access/routes/access-page';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { hourlyPassFrom, receipt } from '@/testing/payments';
import { renderApp, user } from '@/testing/render';

const HOUR_MS = 3_600_000;
const hour: Purchase = {
  id: 'h1',
  item: 'hourly',
  state: 'running',
  pass: hourlyPassFrom(0),
  receipt,
};
const year: Purchase = {
  id: 'y1',
  item: 'premium_yearly',
  state: 'running',
  pass: {
    plan: 'premium',
    startsAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2027-11-20T10:00:00.000Z',
  },
  receipt: { ...receipt, code: 'CT-YEAR', item: 'premium_yearly', amount: '299.99' },
  refundableUntil: '2026-12-20T10:00:00.000Z',
};
const queued: Purchase = {
  id: 'q1',
  item: 'hourly',
  state: 'queued',
  pass: hourlyPassFrom(HOUR_MS),
};
const refunded: Purchase = { ...year, id: 'r1', state: 'refunded' };

let purchases: Purchase[] = [];
let secondsLeft = 0;
let reason: AccessReason = 'none';
const answers = {
  'GET /api/session': () =>
    json(
      secondsLeft > 0
        ? {
            role: 'pass',
            plan: 'hourly',
            capabilities: ['read', 'tools'],
            expiresAt: new Date(Date.now() + secondsLeft * 1_000).toISOString(),
            secondsLeft,
          }
        : { role: 'anonymous', reason, capabilities: [] },
    ),
  'GET /api/access': () => json(purchases),
};
const RESTORE = 'POST /api/access/restore';
const REFUND = 'POST /api/access/refund-request';

const restore = async (code: string, email: string) => {
  if (code) await user.type(screen.getByLabelText('Receipt number'), code);
  if (email) await user.type(screen.getByLabelText('Email address used for the payment'), email);
  await user.click(screen.getByRole('button', { name: 'Restore access' }));
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

it.each([true, false])('offers a link by mail only if mail is sent: %s', async (mail) => {
  const config = () => json({ payments: { mode: 'live', mail } });
  mockApi({ ...answers, 'GET /api/config': config });
  await renderApp(<AccessPage />);
  await screen.findByText('No purchases in this browser yet');
  const name = 'No receipt number any more? Get a link by email';
  if (mail)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/restore');
  else expect(screen.queryByRole('link', { name })).toBeNull();
});

describe('what a browser has bought', () => {
  it.each([
    ['en', /runs in another browser/],
    ['kn', /ಬೇರೊಂದು ಬ್ರೌಸರ್‌ನಲ್ಲಿದೆ/],
  ] as const)('may run in another browser (%s)', async (language, text) => {
    reason = 'moved';
    mockApi(answers);
    await renderApp(<AccessPage />, { language });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('offers access if there is no purchase', async () => {
    mockApi(answers);
    await renderApp(<AccessPage />);
    await screen.findByText('No purchases in this browser yet');
    const hrefs = ['Hourly Access', 'Premium plans', 'Professional plans'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(hrefs).toEqual(['/hourly-access', '/subscribe', '/payment']);
  });

  it('counts down from the seconds of the server', async () => {
    secondsLeft = 3_599;
    purchases = [queued, hour, refunded];
    mockApi(answers);
    await renderApp(<AccessPage />);
    expect((await screen.findByRole('timer')).textContent).toMatch(/^59:5\d$/);
    await screen.findAllByRole('listitem', { name: 'One-hour pass' });
    expect(entry('One-hour pass').getByText('Starts later')).toBeTruthy();
    expect(entry('One-hour pass', 1).getByText('Active')).toBeTruthy();
    expect(entry('One-hour pass', 1).getByText(receipt.code)).toBeTruthy();
    expect(entry('Premium, 365 days').getByText('Refunded')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request a refund' })).toBeNull();
  });

  it('begins what was paid for while the page was open', async () => {
    purchases = [{ id: 'h1', item: 'hourly', state: 'unclaimed', receipt }];
    let asked = 0;
    mockApi({
      ...answers,
      'GET /api/session': () => {
        asked += 1;
        if (asked > 1) {
          purchases = [hour];
          secondsLeft = 3_600;
        }
        return answers['GET /api/session']();
      },
    });
    await renderApp(<AccessPage />);
    await screen.findByText('Active');
    expect(await screen.findByRole('timer')).toBeTruthy();
    expect(asked).toBe(2);
  });

  it('shows why a refund is impossible', async () => {
    purchases = [year];
    mockApi({ ...answers, [REFUND]: () => problemReply(409, 'NOT_REFUNDABLE') });
    await renderApp(<AccessPage />);
    await user.click(await screen.findByRole('button', { name: 'Request a refund' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Request a refund' }));
    await screen.findByText('This payment cannot be refunded.');
  });
});

describe('moving access to this browser', () => {
  it('wants both fields, and focuses the first wrong one', async () => {
    const requests = mockApi(answers);
    await renderApp(<AccessPage />);
    await restore('', '');
    expect(document.activeElement).toBe(screen.getByLabelText('Receipt number'));
    await restore('CT-1', 'nobody');
    expect(screen.getByText('Enter a valid email address')).toBeTruthy();
    expect(document.activeElement).toBe(
      screen.getByLabelText('Email address used for the payment'),
    );
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it.each([
    [404, 'NOT_FOUND', { kind: 'receipt' }, /^We couldn't find a purchase/],
    [410, 'PURCHASE_ENDED', {}, /^The access for this receipt has ended/],
    [503, 'SERVICE_UNAVAILABLE', { retryAfter: 5 }, /^This service is temporarily unavailable/],
  ])('says why it did not work: %s %s', async (status, code, params, words) => {
    mockApi({ ...answers, [RESTORE]: () => problemReply(status, code, params) });
    await renderApp(<AccessPage />);
    await restore('CT-1', 'buyer@example.com');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(words)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Receipt number').value).toBe('CT-1');
  });

  it('says how long to wait, and waits', async () => {
    mockApi({
      ...answers,
      [RESTORE]: () => problemReply(429, 'TOO_MANY_TRIES', { retryAfter: 40 }),
    });
    await renderApp(<AccessPage />);
    await restore('CT-1', 'buyer@example.com');
    await screen.findByText(/^Too many attempts. Try again in \d+ seconds.$/);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Restore access' });
    expect(button.disabled).toBe(true);
  });

  it('or asking the money back needs no running access', async () => {
    const refundRequestedAt = '2026-11-22T10:00:00.000Z';
    const asked = {
      ...year,
      state: 'ended',
      refundableUntil: undefined,
      refundRequestedAt,
    } as const;
    const requests = mockApi({ ...answers, [REFUND]: () => json(asked, { status: 202 }) });
    await renderApp(<AccessPage />);
    const ask = async () =>
      user.click(screen.getByRole('button', { name: 'Request a refund with this receipt' }));
    await ask();
    expect(document.activeElement).toBe(screen.getByLabelText('Receipt number'));
    await user.type(screen.getByLabelText('Receipt number'), ' CT-YEAR ');
    await user.type(
      screen.getByLabelText('Email address used for the payment'),
      'buyer@example.com',
    );
    await ask();
    const question = await screen.findByRole('alertdialog', { name: 'Request a refund?' });
    await user.click(within(question).getByRole('button', { name: 'Request a refund' }));
    const status = await screen.findByText(/^We've received your request: Premium, 365 days/);
    expect(status.nextSibling?.textContent).toMatch(/^Refund requested on November 22, 2026/);
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      receiptCode: 'CT-YEAR',
      email: 'buyer@example.com',
    });
  });
});
