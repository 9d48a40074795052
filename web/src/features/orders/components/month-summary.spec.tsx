import { expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { today } from '@/lib/dates';
import { fill, part, renderApp, renderPage, see, seeIn, user } from '@/testing';
import { json, mockApi, unavailable } from '@/testing/mock-api';
import { recordSavedFiles } from '@/testing/saved-files';
import { MonthSummary } from './month-summary';

const EXPORT = 'GET /api/receipts';
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save as CSV' });

it('sums up and saves the receipts of the chosen month, at first of this one', async () => {
  const files = recordSavedFiles();
  const headers = { 'Content-Disposition': 'attachment; filename="receipts.csv"' };
  const total = { currency: 'USD', isTest: true, paidMinor: 2_999, refundedMinor: 999 };
  const requests = mockApi({
    [EXPORT]: () => new Response('number\n', { headers }),
    'GET /api/orders/totals': () => json({ totals: [total] }),
  });
  await renderApp(<MonthSummary />);
  await user.click(button());
  await fill('Month', '2026-04');
  await user.click(button());
  const months = [today().slice(0, 7), '2026-04'];
  const pathsOf = (path: string) =>
    requests.map((request) => request.path).filter((each) => each.startsWith(path));
  expect(pathsOf('/api/receipts')).toEqual(months.map((month) => `/api/receipts?month=${month}`));
  expect(pathsOf('/api/orders')).toEqual(
    months.map((month) => `/api/orders/totals?month=${month}`),
  );
  const row = await part('row', /^US dollars, test payments/);
  await seeIn(row, '$29.99', '$9.99', '$20.00');
  expect(files.map(({ name }) => name)).toEqual(['receipts.csv', 'receipts.csv']);
  const reader = new FileReader();
  reader.readAsText(files[1]?.content ?? new Blob());
  await waitFor(() => expect(reader.result).toBe('number\n'));
  await fill('Month', '');
  expect(button().disabled).toBe(true);
});

it('says why it did not work', async () => {
  const files = recordSavedFiles();
  await renderPage({ [EXPORT]: unavailable }, <MonthSummary />);
  await user.click(button());
  await see('The receipts could not be saved', /^This service is temporarily unavailable/);
  expect(files).toEqual([]);
});
