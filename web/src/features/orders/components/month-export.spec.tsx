import { beforeEach, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { today } from '@/lib/dates';
import { fill, mockApi, renderApp, renderPage, see, unavailable, user } from '@/testing';
import { MonthExport } from './month-export';

const EXPORT = 'GET /api/receipts';
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save as CSV' });

let files: Blob[];
let names: string[];

beforeEach(() => {
  files = [];
  names = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
});

it('saves the receipts of the chosen month, at first of this one', async () => {
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
  expect(names).toEqual(['receipts.csv', 'receipts.csv']);
  const reader = new FileReader();
  reader.readAsText(files[1] as Blob);
  await waitFor(() => expect(reader.result).toBe('number\n'));
  await fill('Month', '');
  expect(button().disabled).toBe(true);
});

it('says why it did not work', async () => {
  await renderPage({ [EXPORT]: unavailable }, <MonthExport />);
  await user.click(button());
  await see('The receipts could not be saved', /^This service is temporarily unavailable/);
  expect(names).toEqual([]);
});
