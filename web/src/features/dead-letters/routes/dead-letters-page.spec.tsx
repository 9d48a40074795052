import { describe, expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import DeadLettersPage from '@/features/dead-letters/routes/dead-letters-page';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { adminApi } from '@/testing/operations';
import { renderApp, user } from '@/testing/render';

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
const settledLetter = {
  ...letter,
  state: 'discarded',
  settledAt: '2026-11-21T11:00:00.000Z',
  settledBy: 'admin',
};

const open = async (replies: Parameters<typeof mockApi>[0] = {}, language: 'en' | 'kn' = 'en') => {
  let waiting = [letter];
  const settle = () => {
    waiting = [];
    return new Response(null, { status: 204 });
  };
  const requests = mockApi({
    ...adminApi,
    'GET /api/dead-letters': ({ path }) => {
      const items = path.includes('settled=true') ? [settledLetter] : waiting;
      return json(items, { headers: { 'X-Total-Count': String(items.length) } });
    },
    [`GET ${PATH}`]: () => json({ ...letter, content: '{"name":"***"}', isCut: true }),
    [`POST ${PATH}/replay`]: settle,
    [`POST ${PATH}/discard`]: settle,
    ...replies,
  });
  await renderApp(<DeadLettersPage />, { path: '/admin-dead-letters', language });
  await screen.findByText('catalog.disease.deleted.v1');
  return () => requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
};
const button = (name: RegExp) => screen.getByRole('button', { name });

describe('dead letters', () => {
  it('shows their service and why they were rejected', async () => {
    await open();
    expect(screen.getByText('Service media · too many attempts')).toBeTruthy();
    expect(screen.getByText('Waiting', { selector: 'li *' })).toBeTruthy();
  });

  it('shows what one says, masked', async () => {
    await open();
    await user.click(button(/^Inspect/));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('{"name":"***"}')).toBeTruthy();
    expect(dialog.getByText('The rest is not shown.')).toBeTruthy();
    expect(dialog.getByText('Values that may be personal are hidden.')).toBeTruthy();
  });

  it.each([
    ['en', /^Inspect/, /isn't readable JSON.* Size: 3\.4 MB\./],
    ['kn', /^ನೋಡಿ/, /ಓದಬಹುದಾದ ಪಠ್ಯವಲ್ಲ .* ಗಾತ್ರ 3\.4 MB\./],
  ] as const)(
    'says that one cannot be read, and how long it is (%s)',
    async (language, name, says) => {
      const unreadable = { ...letter, content: '', isCut: false, size: 3_565_158 };
      await open({ [`GET ${PATH}`]: () => json(unreadable) }, language);
      await user.click(button(name));
      const dialog = within(await screen.findByRole('dialog'));
      expect(await dialog.findByText(says)).toBeTruthy();
      expect(dialog.queryByRole('region')).toBeNull();
    },
  );

  it('replays at once', async () => {
    const posts = await open();
    await user.click(button(/^Send again/));
    expect(await screen.findByText('Sent again')).toBeTruthy();
    expect(posts()).toEqual([`${PATH}/replay`]);
    expect(await screen.findByText('No dead letters')).toBeTruthy();
  });

  it('discards only after a question', async () => {
    const posts = await open();
    await user.click(button(/^Discard/));
    const question = within(await screen.findByRole('alertdialog'));
    expect(posts()).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Discarded')).toBeTruthy();
    expect(posts()).toEqual([`${PATH}/discard`]);
  });

  it('reports that another administrator has already resolved it', async () => {
    await open({ [`POST ${PATH}/replay`]: () => problemReply(409, 'ALREADY_SETTLED') });
    await user.click(button(/^Send again/));
    expect(
      await screen.findByText('This message has already been sent again or discarded.'),
    ).toBeTruthy();
  });

  it('lists the settled ones, with nothing left to do', async () => {
    await open();
    await user.click(screen.getByRole('tab', { name: 'Settled' }));
    expect(await screen.findByText(/^Settled November 21, 2026, .*by admin$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Replay|Discard)/ })).toBeNull();
    expect(screen.getByTestId('place').textContent).toBe('/admin-dead-letters?view=settled');
  });
});
