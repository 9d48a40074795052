import { describe, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { json, mockApi, paged, problemReply, renderApp, see } from '@/testing';
import { adminApi } from '@/testing/operations';
import Trash from './trash';

const id = '1'.repeat(24);
const dates = { deletedAt: '2026-11-21T10:00:00.000Z', purgeAt: '2026-12-21T10:00:00.000Z' };

const open = (images: () => Response, entries: object[] = [], language: Language = 'en') => {
  mockApi({
    ...adminApi,
    'GET /api/trash': () => paged(entries),
    'GET /api/trash/images': images,
  });
  return renderApp(<Trash />, { language });
};

describe('the trash', () => {
  it('is empty only where there are no images either', async () => {
    await open(() => json([]));
    await see('The trash is empty');
  });

  it('names what it holds in the chosen language', async () => {
    const asthma = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
    const titles = { label: 'First visit', labelKn: 'ಮೊದಲ ಭೇಟಿ' };
    const note = { kind: 'note', id, ...asthma, ...titles, ...dates };
    const image = { id, treatmentId: id, title: 'Forearm', titleKn: 'ಮುಂಗೈ', ...dates };
    await open(() => json([image]), [note], 'kn');
    expect((await screen.findByText('ಮೊದಲ ಭೇಟಿ')).getAttribute('lang')).toBe('kn');
    await see('ಅಸ್ತಮಾ', 'ಮುಂಗೈ');
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
    await see('Asthma', 'The deleted images could not be loaded');
  });
});
