import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { bodies, click, renderApp, see } from '@/testing';
import { json, mockApi, problemReply, unavailable } from '@/testing/mock-api';
import RestorePage from './restore-page';

const OPEN = 'POST /api/access/link';
const open = async (reply = () => json({ purchases: [] })) => {
  const requests = mockApi({ [OPEN]: reply });
  await renderApp(<RestorePage />, { path: '/restore#secret' });
  return () => bodies(requests);
};

it('uses the link only after a click', async () => {
  const requests = await open();
  await see(/moves everything/);
  expect(requests()).toEqual([]);
  await click('Restore access');
  await see('Access restored');
  expect(requests()).toEqual([{ token: 'secret' }]);
});

it('is the same request after a lost answer, also on a new page, and no more after an answer', async () => {
  const keys: (string | null)[] = [];
  for (const lost of [true, false, false]) {
    const requests = mockApi({ [OPEN]: lost ? unavailable : () => json({ purchases: [] }) });
    const { unmount } = await renderApp(<RestorePage />, { path: '/restore#secret' });
    await click('Restore access');
    await see(lost ? 'Access could not be restored' : 'Access restored');
    keys.push(...requests.map(({ headers }) => headers.get('idempotency-key')).filter(Boolean));
    unmount();
  }
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('offers a new link where the old one has ended', async () => {
  await open(() => problemReply(404, 'LINK_ENDED'));
  await click('Restore access');
  expect((await screen.findByRole('alert')).textContent).toContain('no longer works');
  expect(await screen.findByRole('button', { name: 'Send the link' })).toBeTruthy();
});
