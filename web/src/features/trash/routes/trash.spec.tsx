import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';
import Trash from './trash';

const id = '1'.repeat(24);
const dates = { deletedAt: '2026-11-21T10:00:00.000Z', purgeAt: '2026-12-21T10:00:00.000Z' };
const image = { id, treatmentId: '2'.repeat(24), title: 'Forearm', ...dates };

const open = async (images: () => Response, entries: object[] = []) => {
  const seen = mockApi({
    'GET /api/session': () => json({ role: 'admin', capabilities: [] }),
    'GET /api/config': () => json({ productName: { en: 'X', kn: 'ಕ' } }),
    'GET /api/trash': () => json(entries, { headers: { 'X-Total-Count': String(entries.length) } }),
    'GET /api/trash/images': images,
    [`POST /api/trash/images/${id}/restore`]: () => json({ restored: true }),
  });
  await renderApp(<Trash />);
  return seen;
};

describe('the trash', () => {
  it('shows images by their titles and restores them', async () => {
    const seen = await open(() => json([image]));
    await user.click(await screen.findByRole('button', { name: 'Restore: Forearm' }));
    expect(await screen.findByText('Restored')).toBeTruthy();
    expect(seen.some(({ path }) => path === `/api/trash/images/${id}/restore`)).toBe(true);
    expect(screen.queryByText('The trash is empty')).toBeNull();
  });

  it('is empty only where there are no images either', async () => {
    await open(() => json([]));
    expect(await screen.findByText('The trash is empty')).toBeTruthy();
  });

  it('shows the rest where the images cannot be loaded', async () => {
    const disease = { kind: 'disease', id, nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', ...dates };
    await open(() => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 }), [disease]);
    expect(await screen.findByText('Asthma')).toBeTruthy();
    expect(screen.getByText('The deleted images could not be loaded')).toBeTruthy();
  });
});
