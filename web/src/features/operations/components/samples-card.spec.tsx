import { describe, expect, it } from 'vitest';
import type { SamplesState } from '@ctdb/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { agree, click, renderApp, see, seeIn, user } from '@/testing';
import { json, mockApi, problemReply, type Replies } from '@/testing/mock-api';
import { SamplesCard } from './samples-card';

const id = '1'.repeat(24);
const initial: SamplesState = {
  diseases: 23,
  entries: 120,
  inTrash: 0,
  edited: [{ diseaseId: id, nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' }],
};
const removed: SamplesState = { ...initial, diseases: 1, entries: 0, inTrash: 27 };

const REMOVE = 'POST /api/samples/remove';
const open = async (first = initial, language: Language = 'en', more: Replies = {}) => {
  let state = first;
  const becomes = (next: SamplesState, reply: () => Response) => () => {
    state = next;
    return reply();
  };
  const kept = more[REMOVE] as (() => Response) | undefined;
  mockApi({
    'GET /api/samples/state': () => json(state),
    'POST /api/samples/restore': becomes(initial, () => json({ diseases: 22, entries: 5 })),
    ...more,
    [REMOVE]: becomes(removed, kept ?? (() => json({ diseases: 22, entries: 5, kept: 1 }))),
  });
  await renderApp(<SamplesCard />, { path: '/admin-operations', language });
};
const counted = (...counts: string[]) =>
  waitFor(() => {
    const shown = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(shown).toEqual(counts);
  });

describe('the sample data', () => {
  it.each([
    ['en', 'Asthma'],
    ['kn', 'ಅಸ್ತಮಾ'],
  ] as const)('is counted, with the diseases that a person has edited (%s)', async (lang, name) => {
    await open(initial, lang);
    await counted('23', '120', '0');
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(`/app?disease=${id}`);
  });

  it('goes to the trash after a question, and comes back by Undo', async () => {
    await open();
    await click('Move samples to the trash');
    await see(/of your own stays/);
    await agree('Move samples to the trash');
    const toasts = within(await screen.findByRole('region', { name: 'Notifications' }));
    expect(await toasts.findByText('Samples moved to the trash')).toBeTruthy();
    const what = 'Diseases with all they hold: 22; other notes and history entries: 5.';
    await seeIn(toasts, `${what} Diseases kept because of your own entries: 1`);
    await counted('1', '0', '27');

    await user.click(toasts.getByRole('button', { name: 'Undo' }));
    expect(await toasts.findByText('Samples restored')).toBeTruthy();
    await counted('23', '120', '0');
  });

  it('comes back later too', async () => {
    await open({ ...removed, diseases: 0 });
    await counted('0', '0', '27');
    expect(screen.queryByRole('button', { name: 'Move samples to the trash' })).toBeNull();
    await click('Restore samples');
    await counted('23', '120', '0');
  });

  it('is counted again after a removal that was interrupted', async () => {
    const interrupted = () => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 });
    await open(initial, 'en', { [REMOVE]: interrupted });
    await click('Move samples to the trash');
    await agree('Move samples to the trash');
    await see('The samples could not be moved to the trash');
    await counted('1', '0', '27');
  });

  it('may be gone, or asked for again if it could not be loaded', async () => {
    await open({ diseases: 0, entries: 0, inTrash: 0, edited: [] });
    await see('No sample data is left.');
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    await open(initial, 'en', {
      'GET /api/samples/state': () => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 }),
    });
    await see('The sample data could not be loaded');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
