import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, callWithHeaders, isCode, findParams, findRetryAfter, routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { connectConfirmation } from '@/lib/confirmation';
import { json, mockApi, noContent, paged, problemReply } from '@/testing';

const id = '65f000000000000000000001';
const body = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory', notes: '' } as const;
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('it worked')),
    (error: unknown) => error,
  );

it('a call fills in the path and the query, and leaves out what is empty', async () => {
  const requests = mockApi({ 'GET /api/diseases': () => paged([], 24) });
  const { data, total } = await callWithHeaders(routes.listDiseases, {
    query: { page: '2', limit: '10', search: 'ಮಧು & co', category: undefined },
  });
  expect(requests[0]?.path).toBe(
    '/api/diseases?page=2&limit=10&search=%E0%B2%AE%E0%B2%A7%E0%B3%81+%26+co',
  );
  expect(data).toEqual([]);
  expect(total).toBe(24);
});

it('a call sends what each request carries', async () => {
  localStorage.setItem('language', 'kn');
  localStorage.setItem('adminToken', 'secret');
  const requests = mockApi({ [`PUT /api/diseases/${id}`]: () => json({}) });
  await call(routes.updateDisease, { params: { id }, body, ifMatch: 3 });
  const headers = requests[0]?.headers;
  expect(headers?.get('Accept-Language')).toBe('kn');
  expect(headers?.get('Authorization')).toBe('Bearer secret');
  expect(headers?.get('If-Match')).toBe('"3"');
  expect(headers?.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(requests[0]?.body).toEqual(body);
  expect(vi.mocked(fetch).mock.calls[0]?.[1]?.credentials).toBe('include');
});

it('a call sends no token if there is none, and returns undefined for a 204', async () => {
  const requests = mockApi({ [`DELETE /api/diseases/${id}`]: noContent });
  expect(await call(routes.deleteDisease, { params: { id } })).toBeUndefined();
  expect(requests[0]?.headers.has('Authorization')).toBe(false);
});

it.each([
  [new Response('down', { status: 502 }), { message: '502: down' }],
  [new Response('', { status: 502, statusText: 'Bad Gateway' }), { message: '502: Bad Gateway' }],
  [json(['odd'], { status: 500 }), { status: 500, code: undefined, params: {} }],
])('a failure has the status, and its code if it has one (%#)', async (reply, error) => {
  mockApi({ 'GET /api/config': () => reply });
  await expect(call(routes.getConfig)).rejects.toMatchObject(error);
});

it('a failure carries what the gateway says', async () => {
  const current = { id, version: 4 };
  mockApi({
    [`PUT /api/diseases/${id}`]: () => problemReply(412, 'VERSION_CONFLICT', { current }),
  });
  const error = await failure(call(routes.updateDisease, { params: { id }, body, ifMatch: 3 }));
  expect(isCode(error, 'VERSION_CONFLICT')).toBe(true);
  expect(findParams(error, 'VERSION_CONFLICT')).toEqual({ current });
  expect(findParams(error, 'NOT_FOUND')).toBeUndefined();
  expect(error).toMatchObject({ requestId: 'r1' });
});

it('a failure says how long to wait, by its parameters or its header', async () => {
  mockApi({
    'GET /api/config': () => problemReply(429, 'RATE_LIMITED', { retryAfter: 7 }),
    'GET /api/session': () => new Response('', { status: 503, headers: { 'Retry-After': '9' } }),
    'GET /api/glossary': () => new Response('', { status: 500 }),
  });
  expect(findRetryAfter(await failure(call(routes.getConfig)))).toBe(7);
  expect(findRetryAfter(await failure(call(routes.getSession)))).toBe(9);
  expect(findRetryAfter(await failure(call(routes.listGlossary)))).toBeUndefined();
});

describe('an expired administrator’s token', () => {
  const unlessFresh = (request: { headers: Headers }) =>
    request.headers.get('Authorization') === 'Bearer new'
      ? json([])
      : problemReply(401, 'ACCESS_REQUIRED');
  const renew = () => json({ token: 'new', expiresAt: '2026-01-01T00:00:00Z' });
  const expired = { 'GET /api/diseases': unlessFresh, 'POST /api/admin/refresh': renew };
  const refreshes = (requests: { path: string }[]) =>
    requests.filter(({ path }) => path === '/api/admin/refresh').length;

  beforeEach(() => {
    localStorage.setItem('adminToken', 'old');
    localStorage.setItem('isAdmin', 'true');
  });

  afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

  it('is renewed once for all waiting calls, which are then repeated', async () => {
    const requests = mockApi(expired);
    const answers = await Promise.all([call(routes.listDiseases), call(routes.listDiseases)]);
    expect(answers).toEqual([[], []]);
    expect(refreshes(requests)).toBe(1);
    expect(localStorage.getItem('adminToken')).toBe('new');
  });

  it.each([
    [401, 'ACCESS_REQUIRED', null],
    [503, 'SERVICE_UNAVAILABLE', 'old'],
    [429, 'RATE_LIMITED', 'old'],
  ])('is cleared only if its renewal is rejected: %i', async (status, code, token) => {
    sessionStorage.setItem('draft:note', '{}');
    const requests = mockApi({
      'GET /api/diseases': unlessFresh,
      'POST /api/admin/refresh': () => problemReply(status, code, { retryAfter: 1 }),
    });
    await expect(call(routes.listDiseases)).rejects.toMatchObject({ code });
    expect(localStorage.getItem('adminToken')).toBe(token);
    expect(localStorage.getItem('isAdmin')).toBe(token && 'true');
    expect(sessionStorage.getItem('draft:note')).toBe('{}');
    expect(requests).toHaveLength(2);
  });

  it('is not renewed again if another tab has already done so', async () => {
    const request = vi.fn((_name: string, work: () => Promise<unknown>) => {
      localStorage.setItem('adminToken', 'new');
      return work();
    });
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    const requests = mockApi(expired);
    expect(await call(routes.listDiseases)).toEqual([]);
    expect(request).toHaveBeenCalledWith('admin-refresh', expect.any(Function));
    expect(refreshes(requests)).toBe(0);
  });

  it('is not renewed after a wrong password', async () => {
    const requests = mockApi({
      'POST /api/admin/login': () => problemReply(401, 'INVALID_CREDENTIALS'),
    });
    await failure(call(routes.signIn, { body: { username: 'a', password: 'b' } }));
    expect(requests).toHaveLength(1);
  });
});

const priced = { usd_hourly: '1', inr_hourly: '1' };
/** A gateway that wants a confirmation, until `isConfirmed` is set. */
const mockConfirmed = () => {
  const state = { isConfirmed: false, asked: 0 };
  const requests = mockApi({
    'POST /api/admin/pricing': () =>
      state.isConfirmed ? json(priced) : problemReply(403, 'CONFIRMATION_REQUIRED'),
    'GET /api/export/history': () =>
      state.isConfirmed ? new Response('id') : problemReply(403, 'CONFIRMATION_REQUIRED'),
  });
  return { state, requests };
};

it('a call that the person must confirm asks once for all that wait, and repeats them', async () => {
  const { state, requests } = mockConfirmed();
  const disconnect = connectConfirmation(async () => {
    state.asked += 1;
    await Promise.resolve();
    return (state.isConfirmed = true);
  });
  const save = () => call(routes.setPricing, { body: priced });
  const [saved, file] = await Promise.all([save(), download(routes.exportHistory)]);
  expect([saved, file.content.size]).toEqual([priced, 2]);
  expect([state.asked, requests.length]).toEqual([1, 4]);
  disconnect();
});

it('a call that the person must confirm fails if the person does not, or without a dialog', async () => {
  const { requests } = mockConfirmed();
  const disconnect = connectConfirmation(() => Promise.resolve(false));
  const save = () => failure(call(routes.setPricing, { body: priced }));
  expect(isCode(await save(), 'CONFIRMATION_REQUIRED')).toBe(true);
  disconnect();
  expect(isCode(await save(), 'CONFIRMATION_REQUIRED')).toBe(true);
  expect(requests).toHaveLength(2);
});
