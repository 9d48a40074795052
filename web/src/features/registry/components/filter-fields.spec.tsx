import { describe, expect, it } from 'vitest';
import type { DiseaseFilters } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { click, json, mockApi, renderApp, see, user } from '@/testing';
import { disease, registryApi } from '@/testing/registry';
import RegistryPage from '../routes/registry-page';

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
  const listed = () =>
    requests.filter(({ path }) => path.startsWith('/api/diseases?')).map(({ path }) => path);
  return { requests, listed };
};
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent);

describe('the other filters', () => {
  it('load nothing until they are unfolded, and then show what finds something', async () => {
    const { requests } = await open('', 'kn');
    expect(requests.some(({ path }) => path.includes('filters'))).toBe(false);
    await user.click(screen.getByText('ಇನ್ನಷ್ಟು ಫಿಲ್ಟರ್‌ಗಳು'));
    await screen.findByRole('option', { name: 'ಹಸಿರು (2)' });
    expect(optionsOf('ಬಣ್ಣ')).toEqual(['ಯಾವುದಾದರೂ', 'ಹಸಿರು (2)', 'ಹವಳ (1)']);
    expect(optionsOf('ದೇಹದ ಭಾಗ')).toEqual(['ಯಾವುದಾದರೂ', 'ಎದೆ (3)']);
    expect(optionsOf('ಕನ್ನಡ ಪಠ್ಯ')).toEqual(['ಯಾವುದಾದರೂ', 'ಹಳೆಯದಾಗಿರಬಹುದು (1)']);
  });

  it('filter and sort the list by the URL', async () => {
    const { listed } = await open('?color=green&sort=nameKn&page=2');
    expect(listed().at(-1)).toContain('color=green&sort=nameKn');
    await screen.findByRole('option', { name: 'Chest (3)' });
    await user.selectOptions(screen.getByLabelText('Body area'), 'Chest (3)');
    await waitFor(() => expect(listed().at(-1)).toContain('area=Chest'));
    expect(listed().at(-1)).toContain('page=1');
    await see('More filters (2)');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Last change');
    await waitFor(() => expect(listed().at(-1)).toContain('sort=updatedAt'));
    await click('Clear filter');
    await waitFor(() => expect(listed().at(-1)).not.toMatch(/color|area/));
    expect(listed().at(-1)).toContain('sort=updatedAt');
  });

  it('ignore what no filter is, and offer the best match only in a search', async () => {
    const { listed } = await open('?color=teal&outcome=Fine&language=xx&sort=id');
    expect(listed().at(-1)).not.toMatch(/color|outcome|language|sort/);
    await user.click(screen.getByText('More filters'));
    await screen.findByLabelText('Sort by');
    expect(optionsOf('Sort by')).toEqual(['Name (English)', 'Name (Kannada)', 'Last change']);
    await user.type(screen.getByRole('searchbox'), 'asthma');
    await waitFor(() => expect(optionsOf('Sort by')[0]).toBe('Best match'));
  });
});
