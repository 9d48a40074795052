import type { ImportDetail } from '@ctdb/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import TransferPage from '@/features/transfer/routes/transfer-page';
import { fakeUploads, type FakeUpload } from '@/testing/fake-upload';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';

const id = 'a'.repeat(24);
const base: ImportDetail = {
  id,
  status: 'checked',
  format: 'csv',
  name: 'list.csv',
  bytes: 2_000,
  startedBy: 'admin',
  createdAt: '2026-11-20T21:30:00.000Z',
  progress: 1,
  rows: 5,
  created: 2,
  updated: 1,
  unchanged: 1,
  refused: 1,
  undone: 0,
  kept: 0,
  isUndoable: false,
  refusals: [{ line: 5, field: 'nameKn', code: 'TOO_LONG', params: { max: 200 } }],
  planned: [{ line: 2, action: 'update', nameEn: 'Fever', nameKn: 'ಜ್ವರ', fields: ['notes'] }],
  keptDiseases: [],
};
let current: ImportDetail;
let uploads: FakeUpload[];

const open = async (more: Parameters<typeof mockApi>[0] = {}, language: 'en' | 'kn' = 'en') => {
  const requests = mockApi({
    'GET /api/session': () => json({ role: 'admin', capabilities: [] }),
    'GET /api/config': () => json({ productName: { en: 'X', kn: 'ಕ' } }),
    'GET /api/import': () => json([current], { headers: { 'x-total-count': '1' } }),
    [`GET /api/import/${id}`]: () => json(current),
    ...more,
  });
  await renderApp(<TransferPage />, { path: '/admin-transfer', language });
  return requests;
};
const card = async () => within(await screen.findByRole('region', { name: 'list.csv' }));

beforeEach(() => {
  current = base;
  uploads = fakeUploads();
});

describe('exports', () => {
  it('are fetched with the token, and saved under the name that the server gives', async () => {
    const createObjectURL = vi.fn(() => 'blob:x');
    Object.assign(URL, { createObjectURL, revokeObjectURL: vi.fn() });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const headers = { 'content-disposition': 'attachment; filename="history-2026-11-23.csv"' };
    await open({ 'GET /api/export/history': () => new Response('id\r\n', { headers }) });
    await user.click(await screen.findByRole('button', { name: 'History as a table (CSV)' }));
    await waitFor(() => expect(click).toHaveBeenCalled());
    const link = click.mock.contexts[0] as HTMLAnchorElement;
    expect([link.download, link.href]).toEqual(['history-2026-11-23.csv', 'blob:x']);
  });

  it('that fail say so', async () => {
    await open({
      'GET /api/export': () => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 1 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Diseases as a table (CSV)' }));
    expect(await screen.findByText('The export failed')).toBeTruthy();
  });
});

describe('an import', () => {
  it('begins with the upload of its file', async () => {
    await open();
    const file = new File(['id\r\n'], 'more.jsonl');
    fireEvent.change(await screen.findByTestId('import-file'), { target: { files: [file] } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]).toMatchObject({
      path: '/api/import?dryRun=true&name=more.jsonl',
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    uploads[0]?.sent(1, 2);
    expect(screen.getByText('Uploading the file: 50%')).toBeTruthy();
    uploads[0]?.answer(202, { ...base, status: 'checking', name: 'more.jsonl' });
    await waitFor(() =>
      expect(screen.getByTestId('place').textContent).toBe(`/admin-transfer?import=${id}`),
    );
  });

  it('does not send a file that is too large', async () => {
    await open();
    const file = new File(['id\r\n'], 'large.csv');
    Object.defineProperty(file, 'size', { value: 209_715_201 });
    fireEvent.change(await screen.findByTestId('import-file'), { target: { files: [file] } });
    expect(await screen.findByText('This is too large to send.')).toBeTruthy();
    expect(uploads).toEqual([]);
  });

  it('shows its preview with the refused rows, and is run from there', async () => {
    const requests = await open({
      [`POST /api/import/${id}/run`]: () => {
        current = { ...base, status: 'running', progress: 0.25 };
        return json(current, { status: 202 });
      },
    });
    const shown = await card();
    expect(shown.getByText('To create').nextSibling?.textContent).toBe('2');
    expect(shown.getByText('Too long (maximum length: 200)')).toBeTruthy();
    expect(shown.getByText('Row 5')).toBeTruthy();
    expect(shown.getByText('Fever')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Import 3 diseases' }));
    expect(await shown.findByText('25%')).toBeTruthy();
    expect(requests.some(({ method }) => method === 'POST')).toBe(true);
    expect(shown.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  it('is undone after a question, and lists what stays', async () => {
    current = { ...base, status: 'completed', isUndoable: true };
    await open({
      [`POST /api/import/${id}/undo`]: () => {
        const keptDiseases = [{ diseaseId: 'b'.repeat(24), nameEn: 'Itch', nameKn: 'ತುರಿಕೆ' }];
        current = { ...base, status: 'undone', undone: 2, kept: 1, keptDiseases };
        return json(current, { status: 202 });
      },
    });
    const shown = await card();
    await user.click(shown.getByRole('button', { name: 'Undo import' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Undo import' }));
    expect(await shown.findByText('Itch')).toBeTruthy();
    expect(shown.getByText('Taken back').nextSibling?.textContent).toBe('2');
  });

  it('that cannot read its file says why, in Kannada too', async () => {
    const error = { code: 'UNKNOWN_COLUMN', params: { column: 'title' } } as const;
    current = { ...base, status: 'failed', error };
    await open({}, 'kn');
    expect(await screen.findByText(/“title” ಎಂಬ ಕಾಲಂ/)).toBeTruthy();
  });
});
