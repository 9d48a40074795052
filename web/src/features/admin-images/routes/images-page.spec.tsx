import { describe, expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import ImagesPage from '@/features/admin-images/routes/images-page';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';

const check = (more = {}) => ({
  id: '1'.repeat(24),
  status: 'completed',
  startedAt: '2026-11-20T21:30:00.000Z',
  checked: 24,
  repaired: 2,
  unrepairable: [],
  ...more,
});

const open = async (last: () => object | undefined, fix: () => Response) => {
  mockApi({
    'GET /api/session': () => json({ role: 'admin', capabilities: [] }),
    'GET /api/config': () => json({ productName: { en: 'X', kn: 'ಕ' } }),
    'GET /api/admin/image-health': () => json({ last: last() }),
    'POST /api/admin/fix-images': fix,
  });
  await renderApp(<ImagesPage />, { path: '/admin-images' });
};
const never = () => problemReply(500, 'INTERNAL_ERROR');
const fixAll = async () =>
  user.click(await screen.findByRole('button', { name: 'Fix All Images' }));

describe('the health of images', () => {
  it('names what cannot be repaired', async () => {
    const lost = { imageId: '2'.repeat(24), title: 'Forearm', reason: 'noRightCopy' };
    await open(() => check({ unrepairable: [lost] }), never);
    expect(await screen.findByText('Forearm')).toBeTruthy();
    expect(screen.getByText('No intact copy is left')).toBeTruthy();
    expect(screen.queryByText('All images and their backups are intact.')).toBeNull();
  });

  it('says that nothing was checked yet', async () => {
    await open(() => undefined, never);
    expect(await screen.findByText('No check has been run yet')).toBeTruthy();
  });

  it('recommends another check of images that could not be read', async () => {
    const lost = { imageId: '2'.repeat(24), title: 'Forearm', reason: 'noRightCopy' };
    const unread = { imageId: '3'.repeat(24), title: 'Shoulder', reason: 'unreadable' };
    const result = check({ unrepairable: [lost, unread] });
    await open(
      () => result,
      () => json({ ...result, message: '24 checked' }),
    );
    const named = async (title: string) =>
      within(await screen.findByRole('region', { name: title }));
    expect((await named('Images with no intact copy')).getByText('Forearm')).toBeTruthy();
    const unclear = await named('Images that could not be fully checked');
    expect(unclear.getByText('Shoulder')).toBeTruthy();
    await fixAll();
    expect(await screen.findByText('Not every image could be repaired')).toBeTruthy();
    expect(screen.queryByText('Images Fixed!')).toBeNull();
  });

  it('is repaired, with the message of the server', async () => {
    let last: object | undefined;
    await open(
      () => last,
      () => json({ ...(last = check()), message: '24 checked, 2 repaired' }),
    );
    await fixAll();
    expect(await screen.findByText('Images Fixed!')).toBeTruthy();
    expect(screen.getByText('24 checked, 2 repaired')).toBeTruthy();
    expect(await screen.findByText('All images and their backups are intact.')).toBeTruthy();
  });

  it('polls a check that continues after the reply', async () => {
    let asked = 0;
    await open(
      () => (asked++ === 0 ? undefined : check({ status: asked < 4 ? 'running' : 'completed' })),
      () => json({ ...check({ status: 'running' }), message: 'It goes on.' }, { status: 202 }),
    );
    await fixAll();
    expect(await screen.findByText(/The check is still running/)).toBeTruthy();
    expect(screen.queryByText('Images Fixed!')).toBeNull();
    expect(await screen.findByText('Images Fixed!', {}, { timeout: 5_000 })).toBeTruthy();
  });

  it('shows that the repair failed', async () => {
    await open(() => check(), never);
    await fixAll();
    expect(await screen.findByText('Failed to fix images')).toBeTruthy();
  });
});
