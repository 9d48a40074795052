import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { json, mockApi } from '@/testing/mock-api';
import { disease, registryApi } from '@/testing/registry';
import { renderApp } from '@/testing/render';
import RegistryPage from './registry-page';

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
