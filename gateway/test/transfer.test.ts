import {
  CSV_BOM,
  diseaseColumns,
  exportDiseases,
  exportReceipts,
  getReceiptPdf,
  getReceipts,
  importDetail,
  importMediaTypes,
  locateImportFile,
  startImport,
} from '@ctdb/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from './support/records.js';
import { sampleOf } from './support/sample.js';
import { sharedStage } from './support/stage.js';
import { unavailable } from './support/stub-service.js';

const { admin, billing, catalog, gateway, storage } = await sharedStage();
const get = (path: string, method = 'GET') => gateway.call(path, { method, headers: admin });

describe('an export', () => {
  it('is sent part by part as a file', async () => {
    const { status, headers, text } = await get('/api/export');
    expect([status, text]).toEqual([200, `csv first\ncsv ${ids.disease}\n`]);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const name = /^attachment; filename="diseases-\d{4}-\d\d-\d\d\.csv"$/;
    expect(headers['content-disposition']).toMatch(name);
    const json = await get('/api/export?format=json');
    expect(json.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const head = await get('/api/export/history', 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await get('/api/export/notes')).status).toBe(200);
  });

  it('that fails at its beginning is a problem, and later a cut connection', async () => {
    catalog.answer(exportDiseases, ({ after }) => {
      if (after !== undefined) unavailable();
      return { text: 'first\n', next: ids.disease };
    });
    await expect(get('/api/export')).rejects.toThrow();
    catalog.answer(exportDiseases, unavailable);
    expect((await get('/api/export')).status).toBe(503);
  });

  it('has a template with the columns of an import', async () => {
    const { text, headers } = await get('/api/export/template');
    expect(text).toBe(`${CSV_BOM}"${diseaseColumns.join('","')}"\r\n`);
    expect(headers['content-disposition']).toContain('"empty-table-');
  });
});

describe('the file of an import', () => {
  const started = sampleOf(importDetail);
  beforeEach(() => {
    catalog
      .answer(locateImportFile, () => ({ id: ids.run, putUrl: `${storage.url}/imports/x` }))
      .answer(startImport, () => started);
  });
  const send = (type: string, raw: string, query = '', more = {}) =>
    gateway.call(`/api/import${query}`, {
      method: 'POST',
      headers: { ...admin, 'content-type': type, ...more },
      raw,
    });

  it('goes to the storage, and its import begins', async () => {
    const answer = await send('text/csv; charset=utf-8', 'id\r\n1\r\n', '?dryRun&name=a.csv');
    expect([answer.status, answer.json()]).toEqual([202, started]);
    await send('application/x-ndjson', '{}', '?losses=accepted');
    await send(importMediaTypes.xlsx, 'PK', '?columns=nameEn,-,notes');
    expect(storage.puts.map(({ bytes }) => String(bytes))).toEqual(['id\r\n1\r\n', '{}', 'PK']);
    const more = { id: ids.run, name: '', bytes: 2, dryRun: false };
    expect(catalog.calls(startImport).map(({ request }) => request)).toEqual([
      { id: ids.run, format: 'csv', name: 'a.csv', bytes: 7, dryRun: true },
      { ...more, format: 'json', losses: 'accepted' },
      { ...more, format: 'xlsx', columns: ['nameEn', '-', 'notes'] },
    ]);
  });

  it('is refused by its type, its emptiness, and its length, unread', async () => {
    expect((await send('application/json', '{}')).status).toBe(415);
    expect((await send('text/csv', '')).status).toBe(400);
    const lengths = { [importMediaTypes.csv]: '209715201', [importMediaTypes.xlsx]: '10485761' };
    for (const [type, length] of Object.entries(lengths)) {
      const large = await send(type, 'id', '', { 'content-length': length });
      expect([large.status, large.json()['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
  });
});

describe('receipts', () => {
  const path = `/api/receipts/${ids.order}`;

  it('are asked for by the browser’s own token alone', async () => {
    const answer = await gateway.call(path);
    expect([answer.status, answer.json()]).toMatchObject([200, [{ number: '2026-27/000001' }]]);
    expect(billing.last(getReceipts).request).toEqual({ id: ids.order });
    expect((await gateway.call(`${path}?holder=${'a'.repeat(64)}`)).status).toBe(400);
  });

  it('come as PDF under their number', async () => {
    const answer = await gateway.call(`${path}/pdf?number=2026-27/000001&language=kn`);
    expect([answer.status, answer.text]).toEqual([200, '%PDF-']);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="2026-27-000001.pdf"',
    });
    expect(billing.last(getReceiptPdf).request).toMatchObject({ language: 'kn' });
    expect((await gateway.call(`${path}/pdf?number=../x`)).status).toBe(400);
  });

  it('of a month come part by part as a file', async () => {
    const { text, headers } = await get('/api/receipts?month=2026-11');
    expect(text).toBe('2026-11\n2026-27/000001\n');
    expect(headers['content-disposition']).toBe('attachment; filename="receipts-2026-11.csv"');
    expect(billing.last(exportReceipts).request).toMatchObject({ after: '2026-27/000001' });
    expect((await get('/api/receipts?month=2026-13')).status).toBe(400);
  });
});
