import { describe, expect, it, vi } from 'vitest';
import type { Patient, PatientEntry } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Language } from '@/i18n/language';
import { addDays, today } from '@/lib/dates';
import { agree, click, fill, place, renderApp, see, user } from '@/testing';
import { json, mockApi, paged, problemReply, type Replies } from '@/testing/mock-api';
import { historyEntry } from '@/testing/registry';
import PatientPage from './patient-page';
import PatientsPage from './patients-page';

const id = (digit: string) => digit.repeat(24);
const patient = (changes: Partial<Patient> = {}): Patient => ({
  id: id('a'),
  holder: 'user:1',
  name: 'Ravi Kumar',
  entries: 2,
  firstDate: '2026-01-05T00:00:00.000Z',
  lastDate: '2026-02-05T00:00:00.000Z',
  lastOutcome: 'Resolved',
  createdAt: '2026-01-05T10:00:00.000Z',
  version: 3,
  ...changes,
});
const entry: PatientEntry = {
  ...historyEntry({ patientName: 'Ravi Kumar' }),
  diseaseId: id('d'),
  nameEn: 'Asthma',
  nameKn: 'ಅಸ್ತಮಾ',
};
const own = `/api/patients/${id('a')}`;

const open = async (
  path: string,
  patients: Patient[],
  language: Language = 'en',
  replies: Replies = {},
  session: object = { role: 'pass', plan: 'professional', capabilities: ['read', 'tools'] },
) => {
  const requests = mockApi({
    'GET /api/session': () => json(session),
    'GET /api/patients': () => paged(patients),
    [`GET ${own}/export`]: () =>
      json({ exportedAt: '2026-03-01T12:00:00.000Z', patient: patients[0], history: [entry] }),
    ...replies,
  });
  await renderApp(
    <Routes>
      <Route path="/patients" element={<PatientsPage />} />
      <Route path="/patients/:id" element={<PatientPage />} />
    </Routes>,
    { path, language },
  );
  return (route: string) => requests.find(({ method, path: at }) => `${method} ${at}` === route);
};
const toasts = async () => within(await screen.findByRole('region', { name: 'Notifications' }));

describe('the list of patients', () => {
  it.each([
    ['en', '2 entries', 'January 5, 2026 to February 5, 2026'],
    ['kn', '2 ದಾಖಲೆಗಳು', 'ಜನವರಿ 5, 2026 – ಫೆಬ್ರವರಿ 5, 2026'],
  ] as const)('tells what their entries tell (%s)', async (language, entries, days) => {
    await open('/patients', [patient()], language);
    const link = await screen.findByRole('link', { name: 'Ravi Kumar' });
    expect(link.getAttribute('href')).toBe(`/patients/${id('a')}`);
    const row = link.closest('li');
    expect(row?.textContent).toContain(entries);
    expect(row?.textContent).toContain(days);
  });

  it('shows who is due within seven days, and who is late', async () => {
    const late = patient({ followUpOn: addDays(today(), -1) });
    const requested = await open('/patients', [late]);
    await click('Due this week', 'tab');
    const query = `page=1&limit=50&dueUntil=${addDays(today(), 6)}`;
    await waitFor(() => expect(requested(`GET /api/patients?${query}`)).toBeTruthy());
    expect(place()).toBe('/patients?view=due');
    await see(/^Overdue since/);
  });

  it('is searched by name, which no URL carries', async () => {
    const requested = await open('/patients', [patient()], 'en', {
      'POST /api/patients/search': () => paged([]),
    });
    await user.type(await screen.findByLabelText('Search by name'), 'asha');
    await see('No patient has this name');
    expect(requested('POST /api/patients/search?page=1&limit=50')?.body).toEqual({ name: 'asha' });
    expect(place()).toBe('/patients');
  });

  it('names the practitioner for administrators, who see patients of all', async () => {
    const patients = [patient({ lastPractitioner: 'Dr. Rao' })];
    const administrator = { role: 'admin', capabilities: [] };
    await open('/patients', patients, 'en', {}, administrator);
    await see('Dr. Rao');
  });

  it('says what it is for while it is empty', async () => {
    await open('/patients', []);
    await see('No patients yet');
  });

  it('is closed to plans without it', async () => {
    const session = { role: 'pass', plan: 'premium', capabilities: ['read', 'analytics'] };
    const requested = await open('/patients', [], 'en', {}, session);
    await see(/^Patients are part of/);
    expect(requested('GET /api/patients?page=1&limit=50')).toBeUndefined();
  });
});

describe('a patient', () => {
  it('has a history across diseases', async () => {
    await open(`/patients/${id('a')}`, [patient()], 'kn');
    const link = await screen.findByRole('link', { name: 'ಅಸ್ತಮಾ' });
    expect(link.getAttribute('href')).toBe(`/app?disease=${id('d')}`);
    await see('ಹಸಿರು ಬೆಳಕು');
  });

  it('says so where it has more entries than one answer holds', async () => {
    await open(`/patients/${id('a')}`, [patient({ entries: 5_001 })]);
    await see(/^Only the newest 1 of/);
  });

  it('is printed, and saved as it is shown', async () => {
    const files: Blob[] = [];
    window.print = vi.fn();
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
    URL.revokeObjectURL = vi.fn();
    await open(`/patients/${id('a')}`, [patient()]);
    await click('Print');
    expect(window.print).toHaveBeenCalledTimes(1);
    await click('Save as JSON');
    expect(files).toHaveLength(1);
  });

  it('gets a day for the next visit', async () => {
    const requested = await open(`/patients/${id('a')}`, [patient()], 'en', {
      [`PUT ${own}`]: () => json(patient({ version: 4 })),
    });
    await fill(/^Next visit \(/, '2026-03-01');
    await click('Save');
    expect(await (await toasts()).findByText('Next visit saved')).toBeTruthy();
    const request = requested(`PUT ${own}`);
    expect(request?.body).toEqual({ followUpOn: '2026-03-01' });
    expect(request?.headers.get('If-Match')).toBe('"3"');
  });

  it('is merged with another spelling of the same holder', async () => {
    const others = [
      patient(),
      patient({ id: id('b'), name: 'Ravi Kumr' }),
      patient({ id: id('c'), name: 'Lakshmi Rao', holder: 'user:2' }),
    ];
    const requested = await open(`/patients/${id('a')}`, others, 'en', {
      [`POST ${own}/merge`]: () => json(patient()),
    });
    await click('Merge with another spelling');
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge two spellings' }));
    const choice = await dialog.findByLabelText('The other spelling');
    expect(choice.textContent).not.toContain('Lakshmi Rao');
    expect(dialog.queryByRole('button', { name: 'Merge' })).toBeNull();
    await user.selectOptions(choice, 'Ravi Kumr');
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    expect(await (await toasts()).findByText('Patients merged')).toBeTruthy();
    expect(requested(`POST ${own}/merge`)?.body).toEqual({ otherId: id('b') });
  });

  it('is erased after a question, and says what remains in backups', async () => {
    await open(`/patients/${id('a')}`, [patient()], 'en', {
      [`POST ${own}/erase`]: () =>
        json({ erasedAt: '2026-03-01T12:00:00.000Z', backupsUntil: '2026-03-15T12:00:00.000Z' }),
    });
    await click('Erase patient');
    await agree('Erase patient');
    expect(
      await (await toasts()).findByText('Backups hold the name until March 15, 2026.'),
    ).toBeTruthy();
    await waitFor(() => expect(place()).toBe('/patients'));
  });

  it('of others is not found', async () => {
    await open(`/patients/${id('a')}`, [], 'en', {
      [`GET ${own}/export`]: () => problemReply(404, 'NOT_FOUND', { kind: 'patient' }),
    });
    await see('Patient not found');
  });
});
