import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { testEnv } from '@ctdb/chassis/testing';
import {
  CSV_BOM,
  DomainError,
  diseaseColumns,
  exportDiseases,
  locateImportFile,
  startImport,
  type RequestOf,
} from '@ctdb/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids, importDetail } from './support/records.js';
import { stagedCatalog } from './support/staged-catalog.js';

const env = testEnv(unlimited);
const catalog = stagedCatalog();
await catalog.start(env);
const gateway = await GatewayUnderTest.start(env);
const headers = await gateway.admin();

const stored: Buffer[] = [];
const storage = createServer((request, response) => {
  void buffer(request).then((bytes) => {
    stored.push(bytes);
    response.end();
  });
}).listen(0, '127.0.0.1');
await once(storage, 'listening');
afterAll(() => {
  storage.close();
  storage.closeAllConnections();
});
const putUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}/imports/x`;

describe('an export', () => {
  it('is sent part by part as a file', async () => {
    const { status, headers: sent, text } = await gateway.call('/api/export', { headers });
    expect(status).toBe(200);
    expect(text).toBe(`csv first\ncsv ${ids.disease}\n`);
    expect(sent['content-type']).toBe('text/csv; charset=utf-8');
    expect(sent['content-disposition']).toMatch(
      /^attachment; filename="diseases-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const json = await gateway.call('/api/export?format=json', { headers });
    expect(json.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const head = await gateway.call('/api/export/history', { method: 'HEAD', headers });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('that fails at its beginning is a problem, and later a cut connection', async () => {
    catalog.answer(exportDiseases, ({ after }) => {
      if (after !== undefined) throw new DomainError('INTERNAL_ERROR');
      return { text: 'first\n', next: ids.disease };
    });
    await expect(gateway.call('/api/export', { headers })).rejects.toThrow();
    catalog.answer(exportDiseases, () => {
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    });
    expect((await gateway.call('/api/export', { headers })).status).toBe(503);
  });

  it('has a template with the columns of an import', async () => {
    const { text } = await gateway.call('/api/export/template', { headers });
    expect(text).toBe(`${CSV_BOM}${diseaseColumns.join(',')}\r\n`);
  });
});

describe('the file of an import', () => {
  const requests: RequestOf<typeof startImport>[] = [];
  catalog
    .answer(locateImportFile, () => ({ id: ids.run, putUrl }))
    .answer(startImport, (request) => {
      requests.push(request);
      return importDetail;
    });
  const send = (type: string, raw: string, query = '') =>
    gateway.call(`/api/import${query}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      raw,
    });

  it('goes to the storage, and its import begins', async () => {
    const answer = await send('text/csv; charset=utf-8', 'id\r\n1\r\n', '?dryRun&name=a.csv');
    expect([answer.status, answer.json()]).toEqual([202, importDetail]);
    await send('application/x-ndjson', '{}');
    expect(stored.map(String)).toEqual(['id\r\n1\r\n', '{}']);
    expect(requests).toEqual([
      { id: ids.run, format: 'csv', name: 'a.csv', bytes: 7, dryRun: true },
      { id: ids.run, format: 'json', name: '', bytes: 2, dryRun: false },
    ]);
  });

  it.each([
    ['application/json', '{}', 415],
    ['text/csv', '', 400],
  ])('of type %s is refused', async (type, raw, status) => {
    expect((await send(type, raw)).status).toBe(status);
  });

  it('is refused by its length, and unread', async () => {
    const answer = await gateway.call('/api/import', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv', 'content-length': '209715201' },
      raw: 'id',
    });
    expect([answer.status, answer.json()['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});
