import { describe, expect, it } from 'vitest';
import { routes, type RouteContract } from '@ctdb/contracts';
import type { OutgoingHttpHeaders } from 'node:http';
import { sharedStage } from './support/stage.js';
import { ids } from './support/records.js';
import { order, own } from './support/shop.js';
import { accessCode } from './support/stub-billing.js';
import { auditEntry } from './support/stub-ops.js';

const people = ['practitioner', 'editor', 'admin', 'owner'] as const;
const roles = ['anonymous', 'hourly', 'premium', 'professional', ...people] as const;
type Role = (typeof roles)[number];
const headers = new Map<Role, OutgoingHttpHeaders>();

const { gateway } = await sharedStage();
headers.set('anonymous', {});
for (const role of people) headers.set(role, await gateway.admin({ role }));
for (const plan of ['hourly', 'premium', 'professional'] as const) {
  headers.set(plan, { ...(await gateway.pass(plan)), ...own });
}

// Who may do what, copied by hand from the HTTP API's design and the decisions on plans.
const everyone: readonly Role[] = roles;
const readers: Role[] = ['hourly', 'premium', 'professional', ...people];
const writers: Role[] = ['hourly', 'professional', ...people];
const analysts: Role[] = ['premium', 'professional', ...people];
const team: readonly Role[] = people;
const editors: Role[] = ['editor', 'admin', 'owner'];
const administrators: Role[] = ['admin', 'owner'];
const owners: Role[] = ['owner'];
const buyers: Role[] = ['hourly', 'premium', 'professional'];
// People among them must have given their password or second factor in the last 15 minutes.
const confirmedWriters: readonly Role[] = [...writers];
const confirmedTeam: readonly Role[] = [...team];
const confirmedAdministrators: readonly Role[] = [...administrators];
const confirmedOwners: readonly Role[] = [...owners];
const confirmed = [confirmedWriters, confirmedTeam, confirmedAdministrators, confirmedOwners];

const disease = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory', notes: '' };
const entry = {
  treatmentId: ids.treatment,
  date: '2026-01-05',
  patientName: 'Ravi',
  treatmentDescription: 'Green light',
  outcome: 'Improved',
  practitioner: 'Dr. Rao',
};
const { disease: d, treatment: t, note: n, entry: e, patient: p } = ids;
const { order: o, image: i, run: r, letter: l } = ids;
const refunded = { orderId: ids.order };
// A browser without a cookie has bought nothing.
const ofBuyers = (status: number, other: number) => (role: Role) =>
  buyers.includes(role) ? status : other;
const project = { projectName: 'Medical Color Therapy Database' };
const rupeeOrder = { ...order, amount: '799', currency: 'INR' };
const color = { nameEn: 'Coral', nameKn: 'ಹವಳದ ಬಣ್ಣ', value: '#ff7f50' };
const credentials = { username: 'admin', password: 'correct horse' };
const credential = {
  id: 'abc',
  rawId: 'abc',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'abc', attestationObject: 'abc' },
};
const passwords = { currentPassword: 'correct horse', newPassword: 'battery staple' };

type Status = number | ((role: Role) => number);
type Row = [request: string, allowed: readonly Role[], status: Status, body?: unknown];
const table: Row[] = [
  ['GET /api/diseases', readers, 200],
  [`GET /api/diseases/${d}`, readers, 200],
  ['POST /api/diseases', editors, 201, disease],
  [`PUT /api/diseases/${d}`, editors, 200, disease],
  [`DELETE /api/diseases/${d}`, editors, 204],
  [`GET /api/treatments/disease/${d}`, readers, 200],
  ['POST /api/treatments', editors, 201, { diseaseId: 'f'.repeat(24) }],
  [`PUT /api/treatments/${t}`, editors, 200, { descriptionEn: 'x', descriptionKn: 'x' }],
  [`POST /api/treatments/${t}/review`, editors, 200],
  [`PUT /api/treatments/${t}/protocols`, editors, 200, []],
  ['POST /api/treatments/notes', writers, 201, { treatmentId: t, content: 'Better' }],
  ['POST /api/treatments/history', writers, 201, entry],
  [`GET /api/treatments/${t}/notes`, readers, 200],
  [`GET /api/treatments/${t}/history`, readers, 200],
  [`PUT /api/treatments/${t}/notes/${n}`, writers, 200, { content: 'Better' }],
  [`PUT /api/treatments/${t}/history/${e}`, writers, 200, { ...entry, treatmentId: undefined }],
  [`PUT /api/treatments/${t}/notes/${n}/publication`, administrators, 200, { isPublished: true }],
  [`PUT /api/treatments/${t}/history/${e}/publication`, administrators, 200, { isPublished: true }],
  ['GET /api/patients', writers, 200],
  ['POST /api/patients/search', writers, 200, { name: 'Ravi' }],
  [`GET /api/patients/${p}`, writers, 200],
  [`GET /api/patients/${p}/history`, writers, 200],
  [`GET /api/patients/${p}/export`, writers, 200],
  [`PUT /api/patients/${p}`, writers, 200, { followUpOn: '2026-01-12' }],
  [`POST /api/patients/${p}/merge`, writers, 200, { otherId: d }],
  [`POST /api/patients/${p}/unmerge`, writers, 200, { otherId: d }],
  [`POST /api/patients/${p}/split`, writers, 201, { entryIds: [e] }],
  ['POST /api/patients/namesakes', writers, 200, { name: 'Ravi' }],
  [`GET /api/patients/${p}/mentions`, writers, 200],
  [`POST /api/patients/${p}/erase`, confirmedWriters, 200],
  [`DELETE /api/treatments/${t}/notes/${n}`, editors, 204],
  [`DELETE /api/treatments/${t}/history/${e}`, editors, 204],
  ['GET /api/diseases/filters', readers, 200],
  ['GET /api/favorites', readers, 200],
  [`PUT /api/favorites/${d}`, readers, 204],
  [`DELETE /api/favorites/${d}`, readers, 204],
  ['GET /api/recent', readers, 200],
  [`PUT /api/recent/${d}`, readers, 204],
  ['GET /api/colors', editors, 200],
  ['POST /api/colors', editors, 201, color],
  [`DELETE /api/colors/${ids.unknown}`, editors, 204],
  ['POST /api/admin/login', everyone, 200, credentials],
  ['POST /api/admin/refresh', everyone, 401],
  ['POST /api/admin/logout', everyone, 204],
  ['POST /api/admin/change-password', team, 200, passwords],
  ['POST /api/admin/login/factor', everyone, 200, { challenge: 'c', proof: { code: '123456' } }],
  ['POST /api/admin/confirm/start', team, 200],
  ['POST /api/admin/confirm', team, 204, { proof: { password: 'correct horse' } }],
  ['GET /api/factors', team, 200],
  ['POST /api/factors/totp/start', confirmedTeam, 200],
  ['POST /api/factors/totp', confirmedTeam, 200, { code: '123456' }],
  ['DELETE /api/factors/totp', confirmedTeam, 204],
  ['POST /api/factors/passkeys/start', confirmedTeam, 200],
  ['POST /api/factors/passkeys', confirmedTeam, 200, { name: 'Phone', credential }],
  ['DELETE /api/factors/passkeys/abc', confirmedTeam, 204],
  ['POST /api/factors/recovery-codes', confirmedTeam, 200],
  ['GET /api/sessions', team, 200],
  ['DELETE /api/sessions/s1', confirmedTeam, 204],
  ['DELETE /api/sessions', confirmedTeam, 204],
  ['POST /api/access/sign-out', everyone, 204],
  ['GET /api/people', owners, 200],
  ['POST /api/people', confirmedOwners, 201, { username: 'asha', role: 'editor' }],
  [`PUT /api/people/${p}/role`, confirmedOwners, 200, { role: 'admin' }],
  [`PUT /api/people/${p}/disabled`, confirmedOwners, 200, { isDisabled: true }],
  [`PUT /api/people/${p}/contact`, confirmedOwners, 200, { contactEmail: 'asha@example.org' }],
  [`DELETE /api/people/${p}/factors`, confirmedOwners, 200],
  [`DELETE /api/people/${p}`, confirmedOwners, 204],
  [`POST /api/people/${p}/link`, confirmedOwners, 200],
  [`POST /api/people/${p}/link/mail`, confirmedOwners, 204, { token: 'x' }],
  [`POST /api/people/${p}/sessions/end`, confirmedOwners, 204],
  ['GET /api/contact', team, 200],
  ['PUT /api/contact', confirmedTeam, 200, { locale: 'kn' }],
  ['POST /api/people/link/forgotten', everyone, 202, { account: 'asha' }],
  ['POST /api/people/link/open', everyone, 200, { token: 'x' }],
  ['POST /api/people/link/password', everyone, 204, { token: 'x', password: 'battery staple' }],
  ['GET /api/config', everyone, 200],
  ['GET /api/session', everyone, 200],
  ['GET /api/openapi.json', everyone, 200],
  ['GET /api/domains/allowed?domain=colour-therapy.example', everyone, 200],
  ['POST /api/translate', editors, 501, { text: 'Skin' }],
  ['GET /api/glossary', everyone, 200],
  ['GET /api/trends', analysts, 200],
  ['GET /api/analytics', analysts, 200],
  ['GET /api/export', confirmedAdministrators, 200],
  ['GET /api/export/history', confirmedAdministrators, 200],
  ['GET /api/export/notes', confirmedAdministrators, 200],
  ['GET /api/export/template', administrators, 200],
  // Not a file, and only looked at after access.
  ['POST /api/import', administrators, 415, {}],
  ['GET /api/import', administrators, 200],
  [`GET /api/import/${r}`, administrators, 200],
  [`POST /api/import/${r}/run`, administrators, 202],
  [`POST /api/import/${r}/cancel`, administrators, 409],
  [`POST /api/import/${r}/undo`, administrators, 202],
  ['GET /api/samples', everyone, 200],
  [`GET /api/samples/${d}`, everyone, 200],
  [`GET /api/samples/${d}/images/x.jpg`, everyone, 404],
  [`PUT /api/samples/${d}`, administrators, 200],
  [`DELETE /api/samples/${d}`, administrators, 204],
  ['GET /api/samples/state', administrators, 200],
  ['POST /api/samples/remove', administrators, 200],
  ['POST /api/samples/restore', administrators, 200],
  ['GET /api/trash', editors, 200],
  [`POST /api/trash/disease/${d}/restore`, editors, 200],
  ['GET /api/admin/pricing', everyone, 200],
  [
    'POST /api/admin/pricing',
    confirmedAdministrators,
    200,
    { usd_hourly: '9.99', inr_hourly: 799 },
  ],
  ['GET /api/admin/pricing/changes', administrators, 200],
  ['GET /paypal/setup', everyone, 200],
  ['POST /paypal/order', everyone, 201, order],
  // Without the ordering browser's cookie, or Razorpay's signature, it is refused later.
  ['POST /paypal/order/ORDER-1/capture', everyone, ofBuyers(200, 403)],
  ['POST /paypal/webhook', everyone, 200],
  ['POST /razorpay/order', everyone, 201, rupeeOrder],
  // Without what Razorpay adds.
  ['GET /razorpay/return', everyone, 303],
  ['POST /razorpay/webhook', everyone, 401],
  ['GET /api/access', everyone, 200],
  ['POST /api/access/code', everyone, ofBuyers(200, 404), { orderId: o }],
  ['POST /api/access/restore/check', everyone, 200, { accessCode }],
  ['POST /api/access/restore', everyone, 200, { accessCode }],
  ['GET /api/access/email', everyone, 200],
  ['POST /api/access/email', everyone, ofBuyers(202, 404), { email: 'a@b.example' }],
  ['POST /api/access/email/confirm', everyone, ofBuyers(200, 400), { code: '123 456' }],
  ['POST /api/access/change/code', everyone, ofBuyers(202, 404)],
  ['POST /api/access/change', everyone, ofBuyers(200, 404), { kind: 'newCodes' }],
  ['POST /api/access/lost', everyone, 202, { email: 'a@b.example' }],
  ['POST /api/access/link', everyone, 200, { token: 'x' }],
  ['POST /api/access/link/code', everyone, 202, { token: 'x' }],
  ['POST /api/access/link/open', everyone, 200, { token: 'x', practice: p }],
  ['POST /api/access/refund-request', everyone, ofBuyers(202, 404), refunded],
  ['POST /api/access/export', everyone, ofBuyers(200, 404), { accessCode }],
  ['GET /api/access/erasure', everyone, 200],
  ['POST /api/access/erasure', everyone, ofBuyers(202, 404), { accessCode }],
  ['DELETE /api/access/erasure', everyone, ofBuyers(204, 404)],
  // Not a form, and only looked at after access.
  ['POST /api/treatments/images', editors, 415, {}],
  [`PUT /api/treatments/images/${i}`, editors, 200, { type: 'disease_photo', title: 'x' }],
  [`DELETE /api/treatments/images/${i}`, editors, 204],
  ['GET /api/trash/images', editors, 200],
  [`POST /api/trash/images/${i}/restore`, editors, 200],
  [`GET /uploads/x.jpg`, readers, 404],
  ['POST /api/admin/fix-images', administrators, 200],
  ['GET /api/admin/image-health', administrators, 200],
  ['GET /api/backup/status', administrators, 200],
  ['GET /api/backup/complete', administrators, 200],
  ['GET /api/media/queues', administrators, 200],
  ['POST /api/backup/full', administrators, 202],
  ['POST /api/backup/restore', confirmedAdministrators, 202, {}],
  ['POST /api/backup/drill', administrators, 202],
  [`GET /api/backup/${r}`, administrators, 200],
  ['GET /api/orders', administrators, 200],
  ['POST /api/orders/search', administrators, 200, { text: 'asha' }],
  ['GET /api/orders/totals?month=2026-11', administrators, 200],
  [`POST /api/orders/${o}/access-code`, confirmedAdministrators, 200],
  [`POST /api/orders/${o}/erase`, confirmedOwners, 204],
  [`POST /api/orders/${o}/refund`, confirmedAdministrators, 200],
  [`GET /api/receipts/${o}`, everyone, 200],
  [`GET /api/receipts/${o}/pdf?number=2026-27/000001`, everyone, 200],
  ['GET /api/receipts?month=2026-11', administrators, 200],
  ['GET /api/dns/check/site.example', administrators, 200],
  ['GET /api/domain-provider', administrators, 200],
  ['PUT /api/domain-provider', administrators, 200, { url: 'panel.host.example' }],
  ['GET /api/legal/terms', everyone, 200],
  [
    'PUT /api/legal/terms',
    administrators,
    200,
    { textEn: 'Terms', textKn: 'ನಿಯಮಗಳು', isDraft: true },
  ],
  ['POST /api/deployment/start', administrators, 202, project],
  [`GET /api/deployment/status/${r}`, administrators, 200],
  [`POST /api/deployment/${r}/verify`, administrators, 200],
  ['GET /api/deployments', administrators, 200],
  ['GET /api/releases', administrators, 200],
  [`POST /api/releases/${ids.release}/activate`, administrators, 202],
  ['GET /api/audit', administrators, 200],
  ['GET /api/audit/verification', administrators, 200],
  ['POST /api/audit/source-hash', administrators, 200, { text: '192.0.2.1' }],
  [`DELETE /api/audit/${auditEntry.id}/details`, confirmedAdministrators, 204],
  ['GET /api/dead-letters', administrators, 200],
  [`GET /api/dead-letters/${l}`, administrators, 200],
  [`POST /api/dead-letters/${l}/replay`, administrators, 204],
  [`POST /api/dead-letters/${l}/discard`, administrators, 409],
  ['GET /api/operations', administrators, 200],
];

const expectedOf = (role: Role, [request, allowed, status]: Row) => {
  if (allowed.includes(role)) return [request, typeof status === 'number' ? status : status(role)];
  if (role === 'anonymous') return [request, 401, 'ACCESS_REQUIRED', 'Bearer'];
  return [request, 403, 'FORBIDDEN', undefined];
};
const send = ([request, , , json]: Row, caller: OutgoingHttpHeaders) => {
  const [method, path = ''] = request.split(' ');
  return gateway.call(path, { method, headers: caller, json });
};

describe('the authorisation table', () => {
  it('covers every route that there is', () => {
    const patterns = Object.values<RouteContract>(routes).map(
      ({ method, path }) => new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '([\\w.-]+)')}$`),
    );
    // The router prefers a path that is written out: `/api/trash/images/{id}/restore` is no `{kind}`.
    const reached = table.map(([request]) => {
      const fitting = patterns.filter((pattern) => pattern.test(request.replace(/\?.*/, '')));
      const parameters = (pattern: RegExp) => pattern.exec(request)?.length ?? 0;
      return fitting.sort((one, other) => parameters(one) - parameters(other))[0];
    });
    expect(new Set(reached)).toEqual(new Set(patterns));
    expect(table).toHaveLength(patterns.length);
  });

  it.each(roles)('admits %s to what it names, and to nothing else', async (role) => {
    const verdictOf = async (row: Row) => {
      const { status, json, headers: answered } = await send(row, headers.get(role) ?? {});
      if (row[1].includes(role)) return [row[0], status];
      return [row[0], status, json()['code'], answered['www-authenticate']];
    };
    const expected = table.map((row) => expectedOf(role, row));
    expect(await Promise.all(table.map(verdictOf))).toEqual(expected);
  });
});

describe('a session whose password was given 15 minutes ago', () => {
  const MINUTES_15 = 15 * 60_000;
  const critical = table.filter(([, allowed]) => confirmed.includes(allowed));

  it.each([
    ['longer ago', () => Date.now() - MINUTES_15 - 1, table, critical],
    ['never', () => undefined, critical, critical],
    ['less long ago', () => Date.now() - MINUTES_15 + 5_000, critical, []],
  ])('must confirm what matters, and nothing else: %s', async (_, confirmedAt, rows, expected) => {
    const asked = rows.map(async (row) => {
      const owner = await gateway.admin({ role: 'owner', confirmedAt: confirmedAt() });
      const { status, text } = await send(row, owner);
      return status === 403 && text.includes('CONFIRMATION_REQUIRED') ? [row[0]] : [];
    });
    const requests = expected.map(([request]) => request);
    expect((await Promise.all(asked)).flat().sort()).toEqual(requests.sort());
  });
});
