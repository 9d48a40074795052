import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { json, mockApi } from '@/testing/mock-api';
import { disease, registryApi } from '@/testing/registry';
import { renderApp } from '@/testing/render';
import RegistryPage from './registry-page';

it('shows the codes by which a search found a disease, and all of them beside it', async () => {
  const codes = [
    { system: 'ICD-10', code: 'J45.9' },
    { system: 'ICD-11', code: 'CA23' },
  ] as const;
  mockApi(registryApi(disease({ codes: [...codes] })));
  await renderApp(<RegistryPage />, { path: '/app?search=j459' });
  const list = within(await screen.findByRole('region', { name: 'Disease Registry' }));
  expect(await list.findByText('ICD-10 J45.9')).toBeTruthy();
  expect(list.queryByText('ICD-11 CA23')).toBeNull();
  expect(await screen.findByText('ICD-11 CA23')).toBeTruthy();
});

it('shows the last page instead of one behind it, and the same disease', async () => {
  const shown = disease();
  mockApi({
    ...registryApi(shown),
    'GET /api/diseases': ({ path }) =>
      json(path.includes('page=2&') ? [shown] : [], { headers: { 'X-Total-Count': '11' } }),
  });
  await renderApp(<RegistryPage />, { path: `/app?page=3&disease=${shown.id}` });
  const list = within(await screen.findByRole('region', { name: 'Disease Registry' }));
  expect(await list.findByText('Asthma')).toBeTruthy();
  expect(list.getByText('Page 2 of 2')).toBeTruthy();
  expect(screen.getByTestId('place').textContent).toBe(`/app?page=2&disease=${shown.id}`);
});
