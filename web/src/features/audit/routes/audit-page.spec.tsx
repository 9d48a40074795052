import { expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import AuditPage from '@/features/audit/routes/audit-page';
import type { Language } from '@/lib/language';
import { adminApi, agree, click, fill, hrefOf, json, mockApi, noContent, paged } from '@/testing';
import { place, renderApp, type Replies, see, unseen, user } from '@/testing';

const entry = (n: number, more = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  at: '2026-11-21T10:00:00.000Z',
  actor: { role: 'admin', name: 'admin' },
  kind: 'disease',
  action: 'updated',
  label: 'Asthma',
  changes: [],
  requestId: 'r1',
  ...more,
});

interface Options {
  search?: string;
  language?: Language;
  replies?: Replies;
}

const open = async (items: object[], { search = '', language, replies }: Options = {}) => {
  const total = items.length && 60;
  const requests = mockApi({
    ...adminApi,
    'GET /api/audit': () => paged(items, total),
    ...replies,
  });
  await renderApp(<AuditPage />, { path: `/admin-audit${search}`, language });
  await screen.findByRole('search');
  return () =>
    requests
      .filter(({ path }) => path.startsWith('/api/audit'))
      .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));
};
const openIn = (language: Language, ...items: object[]) => open(items, { language });

it('the entries of the audit trail say who changed what', async () => {
  const changes = [{ field: 'category', before: 'Skin', after: 'Mental Health' }];
  await openIn('kn', entry(1, { changes }));
  await see('ಬದಲಿಸಲಾಗಿದೆ', 'Asthma', 'ಮಾನಸಿಕ ಆರೋಗ್ಯ');
  const change = within(screen.getByText('ವರ್ಗ').closest('li') as HTMLElement);
  expect(change.getByText('ಮೊದಲು').nextElementSibling?.textContent).toBe('ಚರ್ಮ');
});

it('the entries of the audit trail do not translate text by people, and show unknown values', async () => {
  const notes = { field: 'notes', before: 'Skin', after: null };
  const unknown = { field: 'newField', before: { a: 1 }, after: ['x', 'y'] };
  await openIn('kn', entry(1, { changes: [notes, unknown], action: 'turned.inside-out' }));
  await see('turned.inside-out', 'Skin', '(ಖಾಲಿ)', 'newField', '{"a":1}');
});

it('the entries of the audit trail name the corrected fields of an entry, without their texts', async () => {
  const changes = [{ field: 'patientName' }, { field: 'treatmentId', after: 'f00' }];
  await openIn('kn', entry(1, { kind: 'history', changes, label: undefined }));
  const field = await screen.findByText('ರೋಗಿಯ ಹೆಸರು');
  expect(field.closest('li')?.textContent).toBe('ರೋಗಿಯ ಹೆಸರು');
  await see('f00');
});

it('the entries of the audit trail write prices as other screens do, and the end of backups as a day', async () => {
  const prices = [{ field: 'inr_hourly', before: '799.00', after: '849.50' }];
  const changes = [{ field: 'backupsUntil', after: '2026-12-07T12:00:00.000Z' }];
  const erased = { kind: 'patient', action: 'erased', changes, label: undefined };
  await open([entry(1, { changes: prices }), entry(2, erased)]);
  await see('₹799', '₹849.50', '7 December 2026');
});

it('the entries of the audit trail name the sort of a backup and of a purchase, and leave what a person named', async () => {
  await openIn(
    'kn',
    entry(1, { kind: 'backup', action: 'ended', label: 'drill' }),
    entry(2, { kind: 'purchase', action: 'refunded', label: 'hourly' }),
    entry(3, { kind: 'deployment', action: 'started', label: 'full' }),
  );
  await see('ಮರುಸ್ಥಾಪನೆ ಪರೀಕ್ಷೆ', 'ಒಂದು ಗಂಟೆಯ ಪಾಸ್', 'full');
});

it('the entries of the audit trail tell a rollback from a deployment', async () => {
  const started = (kind: string) => {
    const changes = [{ field: 'kind', after: kind }];
    return { kind: 'deployment', action: 'started', label: 'Clinic', changes };
  };
  await open([entry(1, started('rollback')), entry(2, started('deploy'))]);
  await see('Rollback started', 'Started', 'Rollback');
});

it('the entries of the audit trail tell a visitor from the system itself', async () => {
  const actor = { role: 'anonymous' };
  const visitor = { kind: 'account', action: 'sign-in-failed', actor };
  await open([entry(1, visitor), entry(2, { action: 'purged', actor })]);
  await see('Failed to log in', 'A visitor', 'The system');
});

it.each([
  ['en', 'Treatment of Asthma'],
  ['kn', 'ಅಸ್ತಮಾ ಚಿಕಿತ್ಸೆ'],
] as const)('the entries name disease and treatment (%s)', async (language, name) => {
  const disease = { id: 'd'.repeat(24), nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
  const treatmentId = 'e'.repeat(24);
  const changes = [{ field: 'treatmentId', after: treatmentId }];
  const note = { kind: 'note', action: 'added', label: undefined, treatmentId };
  await openIn(language, entry(1, { ...note, changes, disease }));
  expect(await hrefOf(name)).toBe(`/app?disease=${disease.id}`);
  unseen(treatmentId);
});

it('the entries of the audit trail show a long text as what was removed and added', async () => {
  const difference = [
    { kind: 'removed', part: 'green ' },
    { kind: 'added', part: 'blue ' },
    { kind: 'same', part: 'light …' },
  ];
  await open([entry(1, { changes: [{ field: 'notes', difference }] })]);
  expect((await screen.findByText('green')).tagName).toBe('DEL');
  expect(screen.getByText('blue').tagName).toBe('INS');
});

it('the entries of the audit trail lose their details after a question', async () => {
  const changes = [{ field: 'notes', before: '', after: 'Ravi' }];
  const erase = vi.fn(noContent);
  const replies = { [`DELETE /api/audit/${entry(1).id}/details`]: erase };
  await open([entry(1, { changes, sequence: 12 })], { replies });
  await user.click(await screen.findByText('1 changed field'));
  await click('Erase details: entry 12');
  expect(erase).not.toHaveBeenCalled();
  await agree('Erase details');
  await waitFor(() => expect(erase).toHaveBeenCalledTimes(1));
});

it('the filter of the audit trail is kept in the URL with the page; a new one starts on page 1', async () => {
  const asked = await open([entry(1)], { search: '?kind=price&page=2' });
  await see('Page 2 of 3');
  expect(asked()[0]).toEqual({ kind: 'price', page: '2', limit: '25' });
  await fill('Person', ' admin ');
  await fill('From', '2026-11-20');
  await click('Filter');
  expect(place()).toBe('/admin-audit?kind=price&actor=admin&from=2026-11-20');
  await see('Page 1 of 3');
  expect(asked().at(-1)).toMatchObject({ kind: 'price', actor: 'admin', page: '1' });
  await click('Clear');
  expect(place()).toBe('/admin-audit');
});

it('the filter of the audit trail shows the last page instead of one behind it', async () => {
  await open([entry(1)], { search: '?kind=price&page=9' });
  await see('Page 3 of 3');
  await waitFor(() => expect(place()).toBe('/admin-audit?kind=price&page=3'));
});

it('the filter of the audit trail finds attempts by the hash of an address, which itself is not in the URL', async () => {
  const address = 'AAAAbbbb1111-_22';
  const source = { address, account: 'BBBBbbbb1111-_22' };
  const changes = [{ field: 'count', after: 12 }];
  const attempt = { kind: 'security', action: 'sign-in-failed', actor: { role: 'anonymous' } };
  const replies = { 'POST /api/audit/source-hash': () => json({ hash: address }) };
  const asked = await open([entry(1, { ...attempt, source, changes })], { replies });
  const ofAccount = `/admin-audit?source=${source.account}`;
  expect(await hrefOf(`All entries of ${source.account}`)).toBe(ofAccount);
  await see('A visitor');
  await fill('Address or account', '198.51.100.7');
  await click('Filter');
  await waitFor(() => expect(place()).toBe(`/admin-audit?source=${address}`));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ source: address }));
});

const verify = async (verified: Replies[string]) => {
  const asked = await open([], { replies: { 'GET /api/audit/verification': verified } });
  await click('Verify the trail');
  return asked;
};

it('the verification of the audit trail is made in parts, and says so', async () => {
  const part = { total: 7_000, erased: 0, findings: [], found: 0 };
  const verified: Replies[string] = ({ path }) =>
    path.endsWith('after=0')
      ? json({ ...part, checked: 5_000, next: 5_000 })
      : json({ ...part, checked: 2_000, unchained: 3, backups: 2 });
  const asked = await verify(verified);
  await see('The audit trail is as it was written', /^7000 entries verified/);
  expect(asked().filter(({ after }) => after)).toHaveLength(2);
});

it('the verification of the audit trail names what it found', async () => {
  const findings = [{ code: 'missing', sequence: 4, count: 2, day: '2026-11-21' }];
  await verify(() => json({ total: 9, checked: 7, erased: 0, findings, found: 1, unchained: 0 }));
  await see(/From no. 4 on: 2 entries are missing/, /hashes were not compared/);
});
