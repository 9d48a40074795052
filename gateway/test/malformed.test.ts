import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDisease } from '@ctdb/contracts';
import type { Call, Result } from './support/http-client.js';
import { sharedStage } from './support/stage.js';

const { admin, catalog, gateway } = await sharedStage();

const call = (path: string, options: Call = {}) =>
  gateway.call(path, { ...options, headers: { ...admin, ...options.headers } });
const post = (raw: Buffer | string | undefined, type = 'application/json', headers = {}) =>
  call('/api/diseases', {
    method: 'POST',
    raw,
    headers: { ...(type !== '' && { 'content-type': type }), ...headers },
  });
const verdict = (result: Result) => ({ status: result.status, code: result.json()['code'] });
const faultsOf = (result: Result) => (result.json()['params'] as { faults: unknown[] }).faults;
const valid = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory' };
const text = JSON.stringify(valid);

const malformed = { status: 400, code: 'MALFORMED_BODY' };
const unsupported = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' };
const tooLarge = { status: 413, code: 'PAYLOAD_TOO_LARGE' };

describe('a body that cannot be read', () => {
  it.each<[string, Buffer | string | undefined]>([
    ['missing altogether', undefined],
    ['cut off', '{"nameEn":"A'],
    ['not JSON', 'nameEn=A'],
    ['nothing', ''],
    ['white space', '  \n'],
    ['broken UTF-8', Buffer.from('{"nameEn":"\xc3\x28"}', 'latin1')],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['two documents', `${text}${text}`],
    ['NaN', '{"nameEn":NaN}'],
    ['a key that reaches a prototype', '{"__proto__":{"isAdmin":true}}'],
    ['the same, deeper', '{"a":{"__proto__":{"isAdmin":true}}}'],
    ['the same, by its constructor', '{"constructor":{"prototype":{"x":1}}}'],
    ['100,000 open brackets', '['.repeat(100_000)],
  ])('is refused: %s', async (_name, raw) => {
    expect(verdict(await post(raw))).toEqual(malformed);
  });

  it.each<[type: string, headers?: object]>([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['not a type'],
    [''],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('is refused as %s %j', async (type, headers) => {
    expect(verdict(await post(text, type, headers))).toEqual(unsupported);
  });

  it('is taken with a charset, and with a byte order mark', async () => {
    expect((await post(text, 'application/json; charset=utf-8')).status).toBe(201);
    expect((await post(`\ufeff${text}`)).status).toBe(201);
  });

  it('is refused with 1 MB and a byte, before it is read, and in chunks without a length', async () => {
    const result = await post(JSON.stringify({ ...valid, notes: 'x'.repeat(1_048_577) }));
    expect(verdict(result)).toEqual(tooLarge);
    expect(result.json()['params']).toEqual({ limit: 1_048_576 });
    const chunked = { 'transfer-encoding': 'chunked' };
    expect(verdict(await post('x'.repeat(2_000_000), undefined, chunked))).toEqual(tooLarge);
    expect(catalog.calls(createDisease)).toEqual([]);
  });

  it.each(['application/json', 'not a type'])('is not read without access: %s', async (type) => {
    const headers = { 'content-type': type };
    const result = await gateway.call('/api/diseases', { method: 'POST', raw: '{', headers });
    expect(verdict(result)).toEqual({ status: 401, code: 'ACCESS_REQUIRED' });
  });
});

describe('a body with faults', () => {
  it.each<[string, unknown, string]>([
    ['an operator', { ...valid, nameEn: { $ne: null } }, 'nameEn'],
    ['a field of ours', { ...valid, isAdmin: true }, 'isAdmin'],
    ['an array', [valid], ''],
    ['null', null, ''],
    ['a string', 'x', ''],
  ])('is refused: %s', async (_name, body, path) => {
    const result = await post(JSON.stringify(body));
    expect(verdict(result)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(faultsOf(result)).toEqual([expect.objectContaining({ path })]);
  });

  it('gets no more than 100 faults back', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]));
    const result = await post(JSON.stringify(many));
    expect(result.status).toBe(400);
    expect(faultsOf(result)).toHaveLength(100);
  });
});

describe('an address with faults', () => {
  it.each<[string, string, string]>([
    ['/api/diseases?limit=0', 'limit', 'OUT_OF_RANGE'],
    ['/api/diseases?page=', 'page', 'WRONG_FORMAT'],
    ['/api/diseases?category=Nope', 'category', 'NOT_ALLOWED'],
    ['/api/diseases?category[$ne]=x', 'category[$ne]', 'UNKNOWN_KEY'],
    ['/api/diseases?__proto__=x', '__proto__', 'UNKNOWN_KEY'],
    ['/api/diseases?sort=name', 'sort', 'NOT_ALLOWED'],
    ['/api/diseases?color=teal', 'color', 'WRONG_FORMAT'],
    ['/api/diseases?outcome=Fine', 'outcome', 'NOT_ALLOWED'],
    ['/api/diseases?language=kn', 'language', 'NOT_ALLOWED'],
    ['/api/diseases?area=', 'area', 'REQUIRED'],
    ['/api/diseases?page=1&page=2', 'page', 'TOO_MANY'],
    ['/api/diseases?search=%E0%A4%A', 'search', 'BROKEN_UNICODE'],
    [`/api/diseases?search=${'x'.repeat(201)}`, 'search', 'TOO_LONG'],
    ['/api/session?x=1', 'x', 'UNKNOWN_KEY'],
    ['/api/diseases/nope', 'id', 'WRONG_FORMAT'],
    ['/api/diseases/%00', 'id', 'WRONG_FORMAT'],
    ['/api/diseases/%zz', 'path', 'WRONG_FORMAT'],
    ['/api/diseases/%FF', 'path', 'WRONG_FORMAT'],
    [`/api/diseases/${'a'.repeat(9_000)}`, 'id', 'WRONG_FORMAT'],
    ['/api/trends?period=2years', 'period', 'NOT_ALLOWED'],
  ])('gets it named: %.50s', async (path, fault, code) => {
    const result = await call(path);
    expect(verdict(result)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(faultsOf(result)).toEqual([expect.objectContaining({ path: fault, code })]);
    expect(result.headers['x-request-id']).toBe(result.json()['requestId']);
  });

  it('is an unknown route, in JSON', async () => {
    for (const path of ['/api', '/api/', '/api/nope', '/api/diseases/', '/uploads/a/x.png'])
      for (const method of ['GET', 'POST']) {
        const result = await call(path, { method, headers: { accept: 'text/html' } });
        expect(verdict(result)).toEqual({ status: 404, code: 'NOT_FOUND' });
        expect(result.json()['params']).toEqual({ kind: 'route' });
      }
  });

  it.each([
    ['OPTIONS', '/api/diseases', 'GET, HEAD, POST'],
    ['QUERY', '/api/diseases', 'GET, HEAD, POST'],
    ['TRACE', '/api/session', 'GET, HEAD'],
    ['POST', '/app', 'GET, HEAD'],
    ['POST', '/api/docs', 'GET, HEAD'],
  ])('%s %s is answered with the allowed methods', async (method, path, allow) => {
    const result = await call(path, { method });
    expect(verdict(result)).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(result.headers.allow).toBe(allow);
  });
});

describe('what is hardly a request', () => {
  const raw = (lines: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
      socket.write(lines);
    });
  const lengths = 'content-length: 1\r\ncontent-length: 2';

  it.each([
    ['a head that is too large', `GET /api/session HTTP/1.1\r\nx: ${'y'.repeat(20_000)}`, 431],
    ['no HTTP', 'hello', 400],
    ['an unknown method', 'FROB / HTTP/1.1\r\nhost: x', 400],
    ['two lengths', `POST /api/x HTTP/1.1\r\nhost: x\r\n${lengths}`, 400],
  ])('%s is refused in JSON', async (_name, lines, status) => {
    const answer = await raw(`${lines}\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/content-type: application\/problem\+json/);
    expect(answer).toMatch(/content-security-policy: .*frame-ancestors 'none'/);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>;
    const code = status === 431 ? 'PAYLOAD_TOO_LARGE' : 'MALFORMED_BODY';
    expect(body).toMatchObject({ status, code });
    expect(answer).toContain(`x-request-id: ${String(body['requestId'])}`);
  });

  it('is answered as what it asks for where it names us in full', async () => {
    const head = (path: string) =>
      raw(`GET http://x${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(await head('/api/nope')).toMatch(/^HTTP\/1.1 404 [^]*"code":"NOT_FOUND"/);
    expect(await head('/api/diseases')).toMatch(/^HTTP\/1.1 401 /);
  });
});
