import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import DeadLettersPage from '@/features/dead-letters/routes/dead-letters-page';
import { adminApi, agree, click, json, mockApi, noContent, paged, part, place } from '@/testing';
import { problemReply, renderApp, type Replies, see, seeIn } from '@/testing';

const id = '1'.repeat(24);
const PATH = `/api/dead-letters/${id}`;
const letter = {
  id,
  service: 'media',
  event: 'catalog.disease.deleted.v1',
  eventId: '00000000-0000-4000-8000-000000000001',
  at: '2026-11-21T09:00:00.000Z',
  deadAt: '2026-11-21T10:00:00.000Z',
  reason: 'delivery_limit',
  state: 'waiting',
};
const settledAt = '2026-11-21T11:00:00.000Z';
const settledLetter = { ...letter, state: 'discarded', settledAt, settledBy: 'admin' };

const open = async (replies: Replies = {}) => {
  let waiting = [letter];
  const settle = () => {
    waiting = [];
    return noContent();
  };
  const requests = mockApi({
    ...adminApi,
    'GET /api/dead-letters': ({ path }) =>
      paged(path.includes('settled=true') ? [settledLetter] : waiting),
    [`GET ${PATH}`]: () => json({ ...letter, content: '{"name":"***"}', isCut: true }),
    [`POST ${PATH}/replay`]: settle,
    [`POST ${PATH}/discard`]: settle,
    ...replies,
  });
  await renderApp(<DeadLettersPage />, { path: '/admin-dead-letters' });
  await see('catalog.disease.deleted.v1');
  return () => requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
};

it('dead letters shows their service, why they were rejected and what one says, masked', async () => {
  await open();
  await see('Service media · too many attempts');
  expect(screen.getByText('Waiting', { selector: 'li *' })).toBeTruthy();
  await click(/^Inspect/);
  const dialog = await part('dialog');
  await seeIn(dialog, '{"name":"***"}', 'The rest is not shown.');
  await seeIn(dialog, 'Values that may be personal are hidden.');
});

it('dead letters says that one cannot be read, with its size', async () => {
  const unreadable = { ...letter, content: '', isCut: false, size: 3_565_158 };
  await open({ [`GET ${PATH}`]: () => json(unreadable) });
  await click(/^Inspect/);
  const dialog = await part('dialog');
  await seeIn(dialog, /isn't readable JSON.* Size: 3\.4 MB\./);
  expect(dialog.queryByRole('region')).toBeNull();
});

it('dead letters replays at once', async () => {
  const posts = await open();
  await click(/^Send again/);
  await see('Sent again', 'No dead letters');
  expect(posts()).toEqual([`${PATH}/replay`]);
});

it('dead letters discards only after a question', async () => {
  const posts = await open();
  await click(/^Discard/);
  expect(posts()).toEqual([]);
  await agree('Discard');
  await see('Discarded');
  expect(posts()).toEqual([`${PATH}/discard`]);
});

it('dead letters reports that another administrator has already resolved it', async () => {
  await open({ [`POST ${PATH}/replay`]: () => problemReply(409, 'ALREADY_SETTLED') });
  await click(/^Send again/);
  await see('This message has already been sent again or discarded.');
});

it('dead letters lists the settled ones, with nothing left to do', async () => {
  await open();
  await click('Settled', 'tab');
  await see(/^Settled 21 November 2026, .*by admin$/);
  expect(screen.queryByRole('button', { name: /^(Replay|Discard)/ })).toBeNull();
  expect(place()).toBe('/admin-dead-letters?view=settled');
});
