import { describe, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { renderApp } from '@/testing/render';
import Trash from './trash';

const id = '1'.repeat(24);
const dates = { deletedAt: '2026-11-21T10:00:00.000Z', purgeAt: '2026-12-21T10:00:00.000Z' };

const open = (images: () => Response, entries: object[] = [], language: 'en' | 'kn' = 'en') => {
  mockApi({
    'GET /api/session': () => json({ role: 'admin', capabilities: [] }),
    'GET /api/config': () => json({ productName: { en: 'X', kn: 'ಕ' } }),
    'GET /api/trash': () => json(entries, { headers: { 'X-Total-Count': String(entries.length) } }),
    'GET /api/trash/images': images,
  });
  return renderApp(<Trash />, { language });
};

describe('the trash', () => {
  it('is empty only where there are no images either', async () => {
    await open(() => json([]));
    expect(await screen.findByText('The trash is empty')).toBeTruthy();
  });

  it('names what it holds in the chosen language', async () => {
    const asthma = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
    const titles = { label: 'First visit', labelKn: 'ಮೊದಲ ಭೇಟಿ' };
    const note = { kind: 'note', id, ...asthma, ...titles, ...dates };
    const image = { id, treatmentId: id, title: 'Forearm', titleKn: 'ಮುಂಗೈ', ...dates };
    await open(() => json([image]), [note], 'kn');
    expect((await screen.findByText('ಮೊದಲ ಭೇಟಿ')).getAttribute('lang')).toBe('kn');
    for (const text of ['ಅಸ್ತಮಾ', 'ಮುಂಗೈ']) expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    ['en', 'Meera Rao · January 5, 2026'],
    ['kn', 'ಮೀರಾ ರಾವ್ · ಜನವರಿ 5, 2026'],
  ] as const)('writes the day of a history entry as everywhere else (%s)', async (lang, text) => {
    const names = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', label: 'Meera Rao', labelKn: 'ಮೀರಾ ರಾವ್' };
    const entry = { kind: 'history', id, ...names, date: '2026-01-05T00:00:00.000Z', ...dates };
    await open(() => json([]), [entry], lang);
    expect((await screen.findByText(text)).getAttribute('lang')).toBe(lang);
  });

  it('shows the rest if the images cannot be loaded', async () => {
    const disease = { kind: 'disease', id, nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', ...dates };
    await open(() => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 }), [disease]);
    expect(await screen.findByText('Asthma')).toBeTruthy();
    expect(screen.getByText('The deleted images could not be loaded')).toBeTruthy();
  });
});
