import { describe, expect, it } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import AuditTrail from '@/features/audit/routes/audit-trail';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { adminApi } from '@/testing/operations';
import { renderApp, user } from '@/testing/render';

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

const open = async (items: object[], search = '', language: 'en' | 'kn' = 'en', total = 60) => {
  const requests = mockApi({
    ...adminApi,
    'GET /api/audit': () => json(items, { headers: { 'X-Total-Count': String(total) } }),
  });
  await renderApp(<AuditTrail />, { path: `/admin-audit${search}`, language });
  await screen.findByRole('search');
  return () =>
    requests
      .filter(({ path }) => path.startsWith('/api/audit'))
      .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));
};

describe('the audit trail', () => {
  it.each([
    ['en', 'Changed', 'Category', 'Skin', 'Mental Health', 'Before'],
    ['kn', 'ಬದಲಿಸಲಾಗಿದೆ', 'ವರ್ಗ', 'ಚರ್ಮ', 'ಮಾನಸಿಕ ಆರೋಗ್ಯ', 'ಮೊದಲು'],
  ] as const)('says who changed what (%s)', async (language, action, field, old, now, before) => {
    const changes = [{ field: 'category', before: 'Skin', after: 'Mental Health' }];
    await open([entry(1, { changes })], '', language);
    expect(await screen.findByText(action)).toBeTruthy();
    expect(screen.getByText('Asthma')).toBeTruthy();
    const change = within(screen.getByText(field).closest('li') as HTMLElement);
    expect(change.getByText(before).nextElementSibling?.textContent).toBe(old);
    expect(change.getByText(now)).toBeTruthy();
  });

  it('does not translate text by people, and shows unknown values', async () => {
    const changes = [
      { field: 'notes', before: 'Skin', after: null },
      { field: 'newField', before: { a: 1 }, after: ['x', 'y'] },
    ];
    await open([entry(1, { changes, action: 'turned.inside-out' })], '', 'kn');
    expect(await screen.findByText('turned.inside-out')).toBeTruthy();
    for (const text of ['Skin', '(ಖಾಲಿ)', 'newField', '{"a":1}'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('names the corrected fields of an entry, without their texts', async () => {
    const changes = [{ field: 'patientName' }, { field: 'treatmentId', after: 'f00' }];
    await open([entry(1, { kind: 'history', changes, label: undefined })], '', 'kn');
    const field = await screen.findByText('ರೋಗಿಯ ಹೆಸರು');
    expect(field.closest('li')?.textContent).toBe('ರೋಗಿಯ ಹೆಸರು');
    expect(screen.getByText('f00')).toBeTruthy();
  });

  it('writes prices as other screens do', async () => {
    await open([
      entry(1, { changes: [{ field: 'inr_hourly', before: '799.00', after: '849.50' }] }),
    ]);
    expect(await screen.findByText('₹799')).toBeTruthy();
    expect(screen.getByText('₹849.50')).toBeTruthy();
  });

  it('writes until when backups hold an erased patient as a day', async () => {
    const changes = [{ field: 'backupsUntil', after: '2026-12-07T12:00:00.000Z' }];
    await open([entry(1, { kind: 'patient', action: 'erased', changes, label: undefined })]);
    expect(await screen.findByText('December 7, 2026')).toBeTruthy();
  });

  it('names the sort of a backup and of a purchase, and leaves what a person named', async () => {
    await open(
      [
        entry(1, { kind: 'backup', action: 'ended', label: 'drill' }),
        entry(2, { kind: 'purchase', action: 'refunded', label: 'hourly' }),
        entry(3, { kind: 'deployment', action: 'started', label: 'full' }),
      ],
      '',
      'kn',
    );
    for (const text of ['ಮರುಸ್ಥಾಪನೆ ಪರೀಕ್ಷೆ', 'ಒಂದು ಗಂಟೆಯ ಪಾಸ್', 'full'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each([
    ['en', 'Rollback started', 'Started', 'Rollback', 'Domain'],
    ['kn', 'ಹಿಂದಿನ ಆವೃತ್ತಿಗೆ ಮರಳುವಿಕೆ ಆರಂಭವಾಗಿದೆ', 'ಆರಂಭವಾಗಿದೆ', 'ಹಿಂದಿನ ಆವೃತ್ತಿಗೆ ಮರಳುವಿಕೆ', 'ಡೊಮೇನ್'],
  ] as const)(
    'tells a rollback from a deployment (%s)',
    async (language, back, plain, kind, domain) => {
      const deployment = { kind: 'deployment', action: 'started', label: 'Clinic' };
      const of = (after: string) => [{ field: 'kind', after }];
      const changes = [...of('rollback'), { field: 'domain', after: 'colour.example' }];
      const both = [
        entry(1, { ...deployment, changes }),
        entry(2, { ...deployment, changes: of('deploy') }),
      ];
      await open(both, '', language);
      for (const text of [back, plain, kind, domain])
        expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it('tells a visitor from the system itself', async () => {
    const actor = { role: 'anonymous' };
    const visitor = { kind: 'account', action: 'sign-in-failed', actor };
    await open([entry(1, visitor), entry(2, { action: 'purged', actor })]);
    expect(await screen.findByText('Failed to log in')).toBeTruthy();
    for (const name of ['A visitor', 'The system']) expect(screen.getByText(name)).toBeTruthy();
  });

  it('keeps filter and page in the URL; a new filter starts on page 1', async () => {
    const asked = await open([entry(1)], '?kind=price&page=2');
    await screen.findByText('Page 2 of 3');
    expect(asked()[0]).toEqual({ kind: 'price', page: '2', limit: '25' });
    fireEvent.change(screen.getByLabelText('Administrator'), { target: { value: ' admin ' } });
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20' } });
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    expect(screen.getByTestId('place').textContent).toBe(
      '/admin-audit?kind=price&actor=admin&from=2026-11-20',
    );
    await screen.findByText('Page 1 of 3');
    expect(asked().at(-1)).toMatchObject({ kind: 'price', actor: 'admin', page: '1' });
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByTestId('place').textContent).toBe('/admin-audit');
  });

  it('shows the last page instead of one behind it', async () => {
    const asked = await open([entry(1)], '?kind=price&page=9');
    await screen.findByText('Page 3 of 3');
    expect(asked().at(-1)).toMatchObject({ kind: 'price', page: '3' });
    expect(screen.getByTestId('place').textContent).toBe('/admin-audit?kind=price&page=3');
  });

  it.each([
    ['en', 'Verify the trail', 'The audit trail is as it was written', /^7000 entries verified/],
    ['kn', 'ದಾಖಲೆಯನ್ನು ಪರಿಶೀಲಿಸಿ', 'ದಾಖಲೆಯು ಬರೆದಾಗ ಇದ್ದಂತೆಯೇ ಇದೆ', /^7000 ದಾಖಲೆಗಳನ್ನು/],
  ] as const)('is verified in parts, and says so (%s)', async (language, action, right, text) => {
    const part = { total: 7_000, erased: 0, findings: [], found: 0 };
    const requests = mockApi({
      ...adminApi,
      'GET /api/audit': () => json([], { headers: { 'X-Total-Count': '0' } }),
      'GET /api/audit/verification': ({ path }) =>
        path.endsWith('after=0')
          ? json({ ...part, checked: 5_000, next: 5_000 })
          : json({ ...part, checked: 2_000, unchained: 3, backups: 2 }),
    });
    await renderApp(<AuditTrail />, { path: '/admin-audit', language });
    await user.click(await screen.findByRole('button', { name: action }));
    expect(await screen.findByText(right)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(requests.filter(({ path }) => path.includes('verification'))).toHaveLength(2);
  });

  it('names what the verification found', async () => {
    const findings = [{ code: 'missing', sequence: 4, count: 2, day: '2026-11-21' }];
    mockApi({
      ...adminApi,
      'GET /api/audit': () => json([], { headers: { 'X-Total-Count': '0' } }),
      'GET /api/audit/verification': () =>
        json({ total: 9, checked: 7, erased: 0, findings, found: 1, unchained: 0 }),
    });
    await renderApp(<AuditTrail />, { path: '/admin-audit' });
    await user.click(await screen.findByRole('button', { name: 'Verify the trail' }));
    expect(await screen.findByText(/From no. 4 on: 2 entries are missing/)).toBeTruthy();
    expect(screen.getByText(/hashes were not compared/)).toBeTruthy();
  });

  it('erases the details of an entry after a question', async () => {
    const changes = [{ field: 'notes', before: '', after: 'Ravi' }];
    const erased: string[] = [];
    mockApi({
      ...adminApi,
      'GET /api/audit': () =>
        json([entry(1, { changes, sequence: 12 })], { headers: { 'X-Total-Count': '1' } }),
      [`DELETE /api/audit/${entry(1).id}/details`]: ({ path }) => {
        erased.push(path);
        return new Response(null, { status: 204 });
      },
    });
    await renderApp(<AuditTrail />, { path: '/admin-audit' });
    await user.click(await screen.findByText('1 changed field'));
    await user.click(screen.getByRole('button', { name: 'Erase details: entry 12' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Erase details' }));
    await waitFor(() => expect(erased).toHaveLength(1));
  });

  it('shows attempts by hashes, and finds those of an address without its being in the URL', async () => {
    const address = 'AAAAbbbb1111-_22';
    const source = { address, account: 'BBBBbbbb1111-_22' };
    const changes = [{ field: 'count', after: 12 }];
    const actor = { role: 'anonymous' };
    const item = entry(1, { kind: 'security', action: 'sign-in-failed', actor, source, changes });
    const requests = mockApi({
      ...adminApi,
      'GET /api/audit': () => json([item], { headers: { 'X-Total-Count': '1' } }),
      'POST /api/audit/source-hash': () => json({ hash: address }),
    });
    await renderApp(<AuditTrail />, { path: '/admin-audit' });
    const link = await screen.findByRole('link', { name: `All entries of ${source.account}` });
    expect(link.getAttribute('href')).toBe(`/admin-audit?source=${source.account}`);
    expect(screen.getByText('A visitor')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Address or account'), {
      target: { value: '198.51.100.7' },
    });
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() =>
      expect(screen.getByTestId('place').textContent).toBe(`/admin-audit?source=${address}`),
    );
    expect(requests.at(-1)?.path).toContain(`source=${address}`);
  });

  it.each([
    ['en', 'Treatment of Asthma'],
    ['kn', 'ಅಸ್ತಮಾ ಚಿಕಿತ್ಸೆ'],
  ] as const)('names disease and treatment (%s)', async (language, name) => {
    const disease = { id: 'd'.repeat(24), nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
    const changes = [{ field: 'treatmentId', after: 'e'.repeat(24) }];
    const note = { kind: 'note', action: 'added', label: undefined, treatmentId: 'e'.repeat(24) };
    await open([entry(1, { ...note, changes, disease })], '', language);
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(`/app?disease=${disease.id}`);
    expect(screen.queryByText('e'.repeat(24))).toBeNull();
  });

  it('shows a long text as what was removed and added', async () => {
    const difference = [
      { kind: 'same', part: '… take ' },
      { kind: 'removed', part: 'green ' },
      { kind: 'added', part: 'blue ' },
      { kind: 'same', part: 'light …' },
    ];
    await open([entry(1, { changes: [{ field: 'notes', difference }] })]);
    expect((await screen.findByText('green')).tagName).toBe('DEL');
    expect(screen.getByText('blue').tagName).toBe('INS');
  });

  it('says that there is nothing', async () => {
    await open([], '', 'en', 0);
    expect(await screen.findByText('No entries')).toBeTruthy();
  });

  it('says that it could not be loaded', async () => {
    mockApi({
      ...adminApi,
      'GET /api/audit': () => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 }),
    });
    await renderApp(<AuditTrail />, { path: '/admin-audit' });
    expect(await screen.findByText('The audit trail could not be loaded')).toBeTruthy();
  });
});
