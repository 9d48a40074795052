import { expect, it } from 'vitest';
import type { DiseaseFilters } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '@/lib/language';
import { click, json, mockApi, renderApp, see, user } from '@/testing';
import { disease, registryApi } from '@/testing/registry';
import RegistryPage from '@/features/registry/routes/registry-page';

const coral = 'c'.repeat(24);
const filters: DiseaseFilters = {
  colors: [
    { value: 'green', count: 2 },
    { value: coral, look: { nameEn: 'Coral', nameKn: 'ಹವಳ', value: '#ff7f50' }, count: 1 },
  ],
  areas: [{ value: 'Chest', valueKn: 'ಎದೆ', count: 3 }],
  outcomes: [{ value: 'Improved', count: 4 }],
  languages: [{ value: 'outdated', count: 1 }],
};

const open = async (search = '', language: Language = 'en') => {
  const requests = mockApi({
    ...registryApi(disease()),
    'GET /api/diseases/filters': () => json(filters),
  });
  await renderApp(<RegistryPage />, { path: `/app${search}`, language });
  await screen.findAllByText('Asthma');
  const sent = (start: string) =>
    requests.map(({ path }) => path).filter((path) => path.startsWith(start));
  /** The last query of the list. */
  const listed = () => sent('/api/diseases?').at(-1);
  return { sent, listed };
};
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent);

it('the other filters load nothing until they are unfolded, and then show what finds something', async () => {
  const { sent, listed } = await open('', 'kn');
  expect(listed()).toContain('sort=nameKn');
  expect(sent('/api/diseases/filters')).toEqual([]);
  await user.click(screen.getByText('ಇನ್ನಷ್ಟು ಫಿಲ್ಟರ್‌ಗಳು'));
  await see('ಹಸಿರು (2)');
  expect(optionsOf('ಬಣ್ಣ')).toEqual(['ಯಾವುದಾದರೂ', 'ಹಸಿರು (2)', 'ಹವಳ (1)']);
  expect(optionsOf('ದೇಹದ ಭಾಗ')).toEqual(['ಯಾವುದಾದರೂ', 'ಎದೆ (3)']);
  expect(optionsOf('ಕನ್ನಡ ಪಠ್ಯ')).toEqual(['ಯಾವುದಾದರೂ', 'ಹಳೆಯದಾಗಿರಬಹುದು (1)']);
});

it('the other filters filter and sort the list by the URL', async () => {
  const { listed } = await open('?color=green&sort=nameKn&page=2');
  expect(listed()).toContain('color=green&sort=nameKn');
  await see('Chest (3)');
  await user.selectOptions(screen.getByLabelText('Body area'), 'Chest (3)');
  await waitFor(() => expect(listed()).toContain('area=Chest'));
  expect(listed()).toContain('page=1');
  await see('More filters (2)');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Last change');
  await waitFor(() => expect(listed()).toContain('sort=updatedAt'));
  await user.click(screen.getByRole('searchbox'));
  await user.paste('asthma');
  await waitFor(() => expect(listed()).toContain('search=asthma'));
  await user.selectOptions(screen.getByLabelText('Category'), 'Metabolic');
  await waitFor(() => expect(listed()).toContain('category=Metabolic'));
  await click('Clear filter');
  await waitFor(() => expect(listed()).not.toMatch(/color|area|category|search/));
  expect(listed()).toContain('sort=updatedAt');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

it('the other filters ignore what no filter is, and offer the best match only in a search', async () => {
  const { listed } = await open('?color=teal&outcome=Fine&language=xx&sort=id');
  expect(listed()).not.toMatch(/color|outcome|language|sort/);
  await user.click(screen.getByText('More filters'));
  await screen.findByLabelText('Sort by');
  expect(optionsOf('Sort by')).toEqual(['Name (English)', 'Name (Kannada)', 'Last change']);
  await user.click(screen.getByRole('searchbox'));
  await user.paste('asthma');
  await waitFor(() => expect(optionsOf('Sort by')[0]).toBe('Best match'));
});
