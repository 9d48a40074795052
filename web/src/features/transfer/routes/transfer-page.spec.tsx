import { beforeEach, expect, it } from 'vitest';
import { importDetail, type ImportDetail } from '@ctdb/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import TransferPage from '@/features/transfer/routes/transfer-page';
import { adminApi, button, click, json, paged, place, renderPage, type Replies } from '@/testing';
import { see, unavailable } from '@/testing';
import { fakeUploads, type FakeUpload } from '@/testing/fake-upload';
import samples from '@/testing/imports.json';

const base = importDetail.parse(samples.checked);
const { id } = base;
let current: ImportDetail;
let uploads: FakeUpload[];

const open = async (more: Replies = {}, search = '') => {
  const answers = {
    ...adminApi,
    'GET /api/import': () => paged([current]),
    [`GET /api/import/${id}`]: () => json(current),
    ...more,
  };
  return renderPage(answers, <TransferPage />, { path: `/admin-transfer${search}` });
};
const choose = async (file: File) =>
  void fireEvent.change(await screen.findByTestId('import-file'), { target: { files: [file] } });

beforeEach(() => {
  current = base;
  uploads = fakeUploads();
});

it('an export that fails says so', async () => {
  await open({ 'GET /api/export/history': unavailable });
  await click('History as a table (CSV)');
  await see('The export failed');
});

it('an import begins with the upload of its file', async () => {
  await open();
  await choose(new File(['id\r\n'], 'more.jsonl'));
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]).toMatchObject({
    path: '/api/import?dryRun=true&name=more.jsonl',
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  uploads[0]?.sent(1, 2);
  await see('Uploading the file: 50%');
  uploads[0]?.answer(202, { ...base, status: 'checking', name: 'more.jsonl' });
  await waitFor(() => expect(place()).toBe(`/admin-transfer?import=${id}`));
});

it('an import does not send a file that is too large', async () => {
  await open();
  const file = new File(['id\r\n'], 'large.csv');
  Object.defineProperty(file, 'size', { value: 209_715_201 });
  await choose(file);
  await see('This is too large to send.');
  expect(uploads).toEqual([]);
});

it('an import shows its counts and refused rows, how far it is, and what stays when it is undone', async () => {
  await open();
  await see('This value is not allowed', 'Row 5', 'Fire', 'Skin, Other', 'Fever', 'English name');
  await see('Rows 2 to 4', 'skipped because of row 5');
  expect(screen.getByText('To create').nextSibling?.textContent).toBe('2');
  cleanup();
  current = { ...base, status: 'running', progress: 0.25 };
  await open();
  await see('25%');
  expect(await button('Cancel')).toBeTruthy();
  cleanup();
  const keptDiseases = [{ diseaseId: 'b'.repeat(24), nameEn: 'Itch', nameKn: 'ತುರಿಕೆ' }];
  current = { ...base, status: 'undone', undone: 2, kept: 1, keptDiseases };
  await open();
  await see('Itch');
  expect(screen.getByText('Taken back').nextSibling?.textContent).toBe('2');
  cleanup();
  current = { ...base, status: 'completed', isUndoable: true };
  await open({}, '?undo');
  await see('Are you sure you want to undo this import?');
});

it('an import that takes something away shows it, and asks before it runs', async () => {
  current = importDetail.parse({ ...base, ...samples.losing });
  const run = `POST /api/import/${id}/run?losses=accepted`;
  const requests = await open({ [run]: () => json({ ...current, status: 'running' }) });
  await see('becomes empty', 'Rest', 'itching', 'Itching');
  await click('Import 3 diseases');
  await see('Import although 1 disease loses text or protocols?');
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  await click('Import with losses');
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
});

it('an import that cannot read its file says why', async () => {
  const error = { code: 'UNKNOWN_COLUMN', params: { column: 'title' } } as const;
  current = { ...base, status: 'failed', error };
  await open();
  await see(/column “title” is unknown/);
});
