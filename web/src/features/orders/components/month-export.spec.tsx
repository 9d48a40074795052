import { expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { today } from '@/lib/dates';
import { fill, mockApi, renderApp, renderPage, see, unavailable, user } from '@/testing';
import { recordSavedFiles } from '@/testing/saved-files';
import { MonthExport } from './month-export';

const EXPORT = 'GET /api/receipts';
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save as CSV' });

it('saves the receipts of the chosen month, at first of this one', async () => {
  const files = recordSavedFiles();
  const headers = { 'Content-Disposition': 'attachment; filename="receipts.csv"' };
  const requests = mockApi({ [EXPORT]: () => new Response('number\n', { headers }) });
  await renderApp(<MonthExport />);
  await user.click(button());
  await fill('Month', '2026-04');
  await user.click(button());
  expect(requests.map(({ path }) => path)).toEqual([
    `/api/receipts?month=${today().slice(0, 7)}`,
    '/api/receipts?month=2026-04',
  ]);
  expect(files.map(({ name }) => name)).toEqual(['receipts.csv', 'receipts.csv']);
  const reader = new FileReader();
  reader.readAsText(files[1]?.content ?? new Blob());
  await waitFor(() => expect(reader.result).toBe('number\n'));
  await fill('Month', '');
  expect(button().disabled).toBe(true);
});

it('says why it did not work', async () => {
  const files = recordSavedFiles();
  await renderPage({ [EXPORT]: unavailable }, <MonthExport />);
  await user.click(button());
  await see('The receipts could not be saved', /^This service is temporarily unavailable/);
  expect(files).toEqual([]);
});
