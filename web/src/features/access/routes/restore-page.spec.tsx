import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';
import RestorePage from './restore-page';

const OPEN = 'POST /api/access/link';
const open = async (path: string, replies: Parameters<typeof mockApi>[0] = {}) => {
  const requests = mockApi({
    'POST /api/access/lost': () => json({}, { status: 202 }),
    [OPEN]: () => json({ purchases: [] }),
    ...replies,
  });
  await renderApp(<RestorePage />, { path });
  return () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
};
const click = async (name: string) => user.click(await screen.findByRole('button', { name }));

it('asks for a link, and says nothing about the address', async () => {
  await open('/restore');
  await click('Send the link');
  expect(await screen.findByText('This field is required')).toBeTruthy();
  await user.type(screen.getByLabelText(/Email address/), 'asha@example.com');
  await click('Send the link');
  expect(await screen.findByText(/If something was paid/)).toBeTruthy();
});

it('uses the link only after a click', async () => {
  const requests = await open('/restore#secret');
  expect(await screen.findByText(/moves everything/)).toBeTruthy();
  expect(requests()).toEqual([]);
  await click('Restore access');
  expect(await screen.findByText('Access restored')).toBeTruthy();
  expect(requests()).toEqual([{ token: 'secret' }]);
});

it('offers a new link where the old one has ended', async () => {
  await open('/restore#secret', { [OPEN]: () => problemReply(404, 'LINK_ENDED') });
  await click('Restore access');
  expect((await screen.findByRole('alert')).textContent).toContain('no longer works');
  expect(await screen.findByRole('button', { name: 'Send the link' })).toBeTruthy();
});
