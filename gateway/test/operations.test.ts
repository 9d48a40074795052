import { describe, expect, it } from 'vitest';
import {
  checkDns,
  DomainError,
  fixImages,
  getBackupStatus,
  getOpsOverview,
  listDeployments,
  verifyDeployment,
} from '@ctdb/contracts';
import { ids } from './support/records.js';
import { sharedStage } from './support/stage.js';
import { health } from './support/stub-media.js';
import { checked, deployment, deploymentDetail, DOMAIN, overview } from './support/stub-ops.js';
import { unavailable } from './support/stub-service.js';

const { admin, gateway, media, ops } = await sharedStage();

const call =
  (method: string) =>
  (path: string, language = 'en') =>
    gateway.call(path, { method, headers: { ...admin, 'accept-language': language } });
const get = call('GET');
const post = call('POST');

describe('a deployment', () => {
  it('is returned with its log, in the language of the reader', async () => {
    const { updatedAt, timeline, buildLogs, isLogCut, deploymentUrl, findings, ...rest } =
      deploymentDetail;
    const english = await get(`/api/deployment/status/${ids.run}`);
    const errors = [expect.stringContaining(DOMAIN)];
    expect(english.json()).toEqual({
      ...rest,
      message: expect.stringMatching(/^The release is live, but its domain is not ready yet/),
      timestamp: updatedAt,
      details: { buildLogs, isLogCut, deploymentUrl, timeline, findings, errors },
    });
    const kannada = (await get(`/api/deployment/status/${ids.run}`, 'kn')).json();
    expect(kannada['message']).toMatch(/[\u0c80-\u0cff]/);
    expect((await get(`/api/deployment/status/${ids.unknown}`)).status).toBe(404);
  });

  it('is verified, or refused where there is nothing to verify', async () => {
    const verify = () => post(`/api/deployment/${ids.run}/verify`);
    expect((await verify()).json()).toMatchObject({
      isUnverified: false,
      message: 'The release is live.',
      details: { errors: [] },
    });
    ops.answer(verifyDeployment, () => {
      throw new DomainError('NOT_VERIFIABLE');
    });
    expect(await verify()).toMatchObject({ status: 409 });
  });
});

it('a check of a domain hands on what was typed, and returns the findings in words', async () => {
  const typed = `https://${DOMAIN}/a?b=c`;
  ops.answer(checkDns, () => checked);
  const { status, json } = await get(`/api/dns/check/${encodeURIComponent(typed)}`);
  expect(ops.last(checkDns).request).toEqual({ domain: typed });
  const errors = [expect.stringContaining(DOMAIN)];
  const words = { errors, recommendations: [expect.any(String)] };
  expect([status, json()]).toEqual([200, { ...checked, ...words }]);
});

it('the overview is composed of the replies, and omits a service that does not reply', async () => {
  const whole = { ops: overview, backup: { coverage: 100 }, deployment };
  expect((await get('/api/operations')).json()).toEqual(whole);
  ops.answer(listDeployments, () => ({ items: [], total: 0 }));
  expect((await get('/api/operations')).json()).toEqual({ ...whole, deployment: null });
  media.answer(getBackupStatus, unavailable);
  expect((await get('/api/operations')).json()).toEqual({ ops: overview, deployment: null });
  ops.answer(getOpsOverview, unavailable).answer(listDeployments, unavailable);
  const none = await get('/api/operations');
  expect([none.status, none.json()]).toEqual([200, {}]);
});

describe('fix-images', () => {
  const fix = (language?: string) => post('/api/admin/fix-images', language);

  it('returns its result in the language of the caller', async () => {
    const message = 'Images checked: 24. Repaired: 2.';
    const { status, json } = await fix();
    expect([status, json()]).toEqual([200, { ...health, message }]);
    expect((await fix('kn')).json()['message']).toMatch(/^ಪರಿಶೀಲಿಸಿದ ಚಿತ್ರಗಳು: 24\./);
  });

  it('says that it is still running', async () => {
    media.answer(fixImages, () => ({ ...health, status: 'running' as const }));
    const { status, json } = await fix();
    const message = 'The check is still running. Images checked so far: 24.';
    expect([status, json()['message'], json()['error']]).toEqual([202, message, undefined]);
  });

  it('has its failures as error, too', async () => {
    media.answer(fixImages, () => ({ ...health, status: 'failed' as const }));
    const message = 'The check could not be finished.';
    expect((await fix()).json()).toMatchObject({ status: 'failed', message, error: message });
    media.answer(fixImages, unavailable);
    const away = await fix('kn');
    expect([away.status, away.json()['error']]).toEqual([503, away.json()['message']]);
    const stranger = await gateway.call('/api/admin/fix-images', { method: 'POST' });
    expect([stranger.status, stranger.json()['error']]).toEqual([401, stranger.json()['message']]);
  });
});

it('the text of a public page is kept by browsers, which ask whether it is the same', async () => {
  const { headers, status } = await gateway.call('/api/legal/terms');
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
  const known = { 'if-none-match': String(headers['etag']) };
  const again = await gateway.call('/api/legal/terms', { headers: known });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});
