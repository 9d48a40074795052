import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { bodies, click, fill, renderApp, see, unseen } from '@/testing';
import { json, mockApi, problemReply, type Replies, unavailable } from '@/testing/mock-api';
import { ACCESS_CODE, hourlyPassFrom, receipt } from '@/testing/payments';
import RestorePage from './restore-page';

const { paidAt } = receipt;
const hour = { id: 'h', item: 'hourly', paidAt, pass: hourlyPassFrom(0) };
const practices = [
  { id: 'p1', purchases: [hour, { ...hour, id: 'o', pass: undefined }] },
  { id: 'p2', purchases: [{ ...hour, id: 'm', item: 'premium_monthly' }] },
];
const LINK = 'POST /api/access/link';
const OPEN = 'POST /api/access/link/open';
const open = async (replies: Replies = {}, fragment = 'link=secret') => {
  const requests = mockApi({ [LINK]: () => json({ practices }), ...replies });
  const { unmount } = await renderApp(<RestorePage />, { path: `/restore#${fragment}` });
  const choices = () => requests.filter(({ path }) => path.endsWith('/open'));
  return { requests, choices, unmount };
};

it('a scanned code is checked at once, and moves nothing before a click', async () => {
  const replies = {
    'POST /api/access/restore/check': () => json({ purchase: hour }),
    'POST /api/access/restore': () => json(hour),
  };
  const { requests } = await open(replies, ACCESS_CODE);
  await see('This code opens: One-hour pass');
  expect(bodies(requests)).toEqual([{ accessCode: ACCESS_CODE }]);
  await click('Restore access here');
  await see('Access restored');
});

it('a link lists what it opens, and moves what is chosen after a click', async () => {
  const answers = [
    () => problemReply(409, 'PRACTICE_OPEN', { item: 'hourly', paidAt }),
    () => json(practices[1]),
  ];
  const { choices } = await open({ [OPEN]: () => answers.shift()?.() ?? unavailable() });
  await see('What do you want to open here?', /Its access has ended/);
  expect(choices()).toEqual([]);
  await click('Premium, 30 days, 21 November 2026', 'radio');
  await click('Restore access here');
  await see(/^This browser has access that you bought/);
  await click('Replace it and restore');
  await see('Access restored');
  const choice = { token: 'secret', practice: 'p2' };
  expect(choices().map(({ body }) => body)).toEqual([choice, { ...choice, replace: true }]);
});

it('two purchases of a link are joined by digits, after what happens was said', async () => {
  const { choices } = await open({
    'POST /api/access/link/code': () => json({}, { status: 202 }),
    [OPEN]: () => json(practices[0]),
  });
  await see(/Patients with the same name stay separate/);
  await click('Send six digits');
  await fill(/^Six digits sent/, '123456');
  await click('Join and open here');
  await see('Access restored');
  const join = { practice: 'p2', code: '123456' };
  expect(choices().map(({ body }) => body)).toEqual([{ token: 'secret', practice: 'p1', join }]);
});

it('is the same request after a lost answer, also on a new page, and no more after an answer', async () => {
  const keys: (string | null | undefined)[] = [];
  for (const lost of [true, false, false]) {
    const answer = lost ? unavailable : () => json(practices[0]);
    const { choices, unmount } = await open({ [OPEN]: answer });
    await click('Restore access here');
    await see(lost ? 'Access could not be restored' : 'Access restored');
    keys.push(choices()[0]?.headers.get('idempotency-key'));
    unmount();
  }
  expect(keys[0]).toMatch(/^[0-9a-f]{32}-p1$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('offers a new link where the old one has ended', async () => {
  await open({ [LINK]: () => problemReply(404, 'LINK_ENDED') });
  expect((await screen.findByRole('alert')).textContent).toContain('no longer works');
  expect(await screen.findByRole('button', { name: 'Send the link' })).toBeTruthy();
  unseen('Access code');
});
