import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import type { Language } from '@/lib/language';
import { adminApi, json, mockApi, paged, renderApp, see, unavailable } from '@/testing';
import TrashPage from './trash-page';

const id = '1'.repeat(24);
const dates = { deletedAt: '2026-11-21T10:00:00.000Z', purgeAt: '2026-12-21T10:00:00.000Z' };

const open = (images: () => Response, entries: object[] = [], language: Language = 'en') => {
  mockApi({
    ...adminApi,
    'GET /api/trash': () => paged(entries),
    'GET /api/trash/images': images,
  });
  return renderApp(<TrashPage />, { language });
};

it('the trash is empty only where there are no images either', async () => {
  await open(() => json([]));
  await see('The trash is empty');
});

it('the trash names what it holds in the chosen language, with the day of a history entry', async () => {
  const asthma = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
  const titles = { label: 'First visit', labelKn: 'ಮೊದಲ ಭೇಟಿ' };
  const note = { kind: 'note', id, ...asthma, ...titles, ...dates };
  const image = { id, treatmentId: id, title: 'Forearm', titleKn: 'ಮುಂಗೈ', ...dates };
  const visit = { label: 'Meera Rao', labelKn: 'ಮೀರಾ ರಾವ್', date: '2026-01-05T00:00:00.000Z' };
  const entry = { kind: 'history', id: '2'.repeat(24), ...asthma, ...visit, ...dates };
  await open(() => json([image]), [note, entry], 'kn');
  expect((await screen.findByText('ಮೊದಲ ಭೇಟಿ')).lang).toBe('kn');
  expect(screen.getByText('ಮೀರಾ ರಾವ್ · 5 ಜನವರಿ 2026').lang).toBe('kn');
  expect(screen.getAllByText('ಅಸ್ತಮಾ')).toHaveLength(2);
  await see('ಮುಂಗೈ');
});

it('the trash shows the rest if the images cannot be loaded', async () => {
  const disease = { kind: 'disease', id, nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', ...dates };
  await open(unavailable, [disease]);
  await see('Asthma', 'The deleted images could not be loaded');
});
