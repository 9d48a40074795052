import { describe, expect, it } from 'vitest';
import type { SamplesState } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';
import { SamplesCard } from './samples-card';

const id = '1'.repeat(24);
const initial: SamplesState = {
  diseases: 23,
  entries: 120,
  inTrash: 0,
  edited: [{ diseaseId: id, nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' }],
};
const removed: SamplesState = { ...initial, diseases: 1, entries: 0, inTrash: 27 };

const open = async (first = initial, language: 'en' | 'kn' = 'en') => {
  let state = first;
  mockApi({
    'GET /api/samples/state': () => json(state),
    'POST /api/samples/remove': () => {
      state = removed;
      return json({ diseases: 22, entries: 5, kept: 1 });
    },
    'POST /api/samples/restore': () => {
      state = initial;
      return json({ diseases: 22, entries: 5 });
    },
  });
  await renderApp(<SamplesCard />, { path: '/admin-operations', language });
  await screen.findAllByRole('definition');
};
const counts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

describe('the sample data', () => {
  it.each([
    ['en', 'Asthma'],
    ['kn', 'ಅಸ್ತಮಾ'],
  ] as const)('is counted, with the diseases that a person has edited (%s)', async (lang, name) => {
    await open(initial, lang);
    expect(counts()).toEqual(['23', '120', '0']);
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(`/app?disease=${id}`);
  });

  it('goes to the trash after a question, and comes back by Undo', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Move samples to the trash' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/of your own stays/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Move samples to the trash' }));
    const toasts = within(await screen.findByRole('region', { name: 'Notifications' }));
    expect(await toasts.findByText('Samples moved to the trash')).toBeTruthy();
    expect(
      toasts.getByText(
        'Diseases with all they hold: 22; other notes and history entries: 5. Diseases kept because of your own entries: 1',
      ),
    ).toBeTruthy();
    await waitFor(() => expect(counts()).toEqual(['1', '0', '27']));

    await user.click(toasts.getByRole('button', { name: 'Undo' }));
    expect(await toasts.findByText('Samples restored')).toBeTruthy();
    await waitFor(() => expect(counts()).toEqual(['23', '120', '0']));
  });

  it('comes back later too', async () => {
    await open({ ...removed, diseases: 0 });
    expect(screen.queryByRole('button', { name: 'Move samples to the trash' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore samples' }));
    await waitFor(() => expect(counts()).toEqual(['23', '120', '0']));
  });

  it('is counted again after a removal that was interrupted', async () => {
    let state = initial;
    mockApi({
      'GET /api/samples/state': () => json(state),
      'POST /api/samples/remove': () => {
        state = removed;
        return problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 });
      },
    });
    await renderApp(<SamplesCard />);
    await user.click(await screen.findByRole('button', { name: 'Move samples to the trash' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Move samples to the trash' }));
    expect(await screen.findByText('The samples could not be moved to the trash')).toBeTruthy();
    await waitFor(() => expect(counts()).toEqual(['1', '0', '27']));
  });

  it('may be gone', async () => {
    mockApi({
      'GET /api/samples/state': () => json({ diseases: 0, entries: 0, inTrash: 0, edited: [] }),
    });
    await renderApp(<SamplesCard />);
    expect(await screen.findByText('No sample data is left.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('can be asked for again if it could not be loaded', async () => {
    mockApi({
      'GET /api/samples/state': () => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 }),
    });
    await renderApp(<SamplesCard />);
    expect(await screen.findByText('The sample data could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
