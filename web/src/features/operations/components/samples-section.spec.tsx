import { expect, it } from 'vitest';
import type { SamplesState } from '@ctdb/contracts';
import { screen, waitFor } from '@testing-library/react';
import type { Language } from '@/lib/language';
import { click, hrefOf, json, mockApi, renderApp, type Replies, see, unavailable } from '@/testing';
import { SamplesSection } from './samples-section';

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
  await renderApp(<SamplesSection />, { path: '/admin-operations', language });
};
const counted = (...counts: string[]) =>
  waitFor(() => {
    const shown = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(shown).toEqual(counts);
  });

it.each([
  ['en', 'Asthma'],
  ['kn', 'ಅಸ್ತಮಾ'],
] as const)('samples are counted, with those that were edited (%s)', async (lang, name) => {
  await open(initial, lang);
  await counted('23', '120', '0');
  expect(await hrefOf(name)).toBe(`/app?disease=${id}`);
});

it('the sample data goes to the trash, and comes back by Undo', async () => {
  await open();
  await see(/of your own stays/);
  await click('Move samples to the trash');
  await see('Samples moved to the trash');
  const what = 'Diseases with all they hold: 22; other notes and history entries: 5.';
  await see(`${what} Diseases kept because of your own entries: 1`);
  await counted('1', '0', '27');

  await click('Undo');
  await see('Samples restored');
  await counted('23', '120', '0');
});

it('the sample data is counted again after an interrupted removal, and comes back later', async () => {
  await open(initial, 'en', { [REMOVE]: unavailable });
  await click('Move samples to the trash');
  await see('The samples could not be moved to the trash');
  await counted('1', '0', '27');
  await click('Restore samples');
  await counted('23', '120', '0');
});

it('the sample data may be gone', async () => {
  await open({ diseases: 0, entries: 0, inTrash: 0, edited: [] });
  await see('No sample data is left.');
  expect(screen.queryByRole('button')).toBeNull();
});
