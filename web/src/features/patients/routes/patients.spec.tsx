import { expect, it, vi } from 'vitest';
import type { Patient, PatientEntry } from '@ctdb/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Language } from '@/lib/language';
import { addDays, today } from '@/lib/dates';
import { agree, click, field, fill, hrefOf, json, mockApi, paged, part, place } from '@/testing';
import { problemReply, renderApp, type Replies, see, sessionOf, unseen, user } from '@/testing';
import { disease, historyEntry, treatment } from '@/testing/registry';
import { HistoryTab } from '@/features/registry/components/entries/entries-tab';
import PatientPage from './patient-page';
import PatientsPage from './patients-page';

const id = (digit: string) => digit.repeat(24);
const patient = (changes: Partial<Patient> = {}): Patient => ({
  id: id('a'),
  practice: 'practice:1',
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
const history = [entry, { ...entry, id: id('9') }];
const merged = [{ id: id('e'), name: 'Ravi K', undoableUntil: '2026-04-01T12:00:00.000Z' }];
const page = `/patients/${id('a')}`;
const own = `/api${page}`;

const open = async (
  path: string,
  patients: Patient[],
  replies: Replies = {},
  language: Language = 'en',
) => {
  const requests = mockApi({
    ...sessionOf('pass', ['read', 'tools'], { plan: 'professional' }),
    'GET /api/patients': () => paged(patients),
    [`GET /api/patients/${id('b')}/export`]: () => problemReply(404, 'NOT_FOUND'),
    [`GET ${own}/export`]: () =>
      json({ exportedAt: '2026-03-01T12:00:00.000Z', patient: patients[0], merged, history }),
    [`GET ${own}/mentions`]: () => json({ items: [], total: 0 }),
    'POST /api/patients/namesakes': () => json({ items: patients }),
    ...replies,
  });
  await renderApp(
    <Routes>
      <Route path="/patients" element={<PatientsPage />} />
      <Route path="/patients/:id" element={<PatientPage />} />
      <Route path="/app" element={<HistoryTab treatment={treatment()} />} />
    </Routes>,
    { path, language },
  );
  return (route: string) => requests.find(({ method, path: at }) => `${method} ${at}` === route);
};

/** Chooses one of the page's lesser actions. */
const act = async (name: string) => {
  await click('More actions');
  await click(name, 'menuitem');
};

it('the list of patients tells what their entries tell', async () => {
  await open('/patients', [patient()]);
  expect(await hrefOf('Ravi Kumar')).toBe(page);
  await see(/2 entries/, /5 January 2026 to 5 February 2026/);
});

it('the list of patients shows who is due within seven days, and who is late', async () => {
  const late = patient({ followUpOn: addDays(today(), -1) });
  const requested = await open('/patients', [late]);
  await click('Due this week', 'tab');
  const query = `page=1&limit=50&dueUntil=${addDays(today(), 6)}`;
  await waitFor(() => expect(requested(`GET /api/patients?${query}`)).toBeTruthy());
  expect(place()).toBe('/patients?view=due');
  await see(/^Overdue since/);
});

it('the list of patients is searched by name, which no URL carries', async () => {
  const search = { 'POST /api/patients/search': () => paged([]) };
  const requested = await open('/patients', [patient()], search);
  await fill('Search by name', 'asha');
  await see('No patient has this name');
  expect(requested('POST /api/patients/search?page=1&limit=50')?.body).toEqual({ name: 'asha' });
  expect(place()).toBe('/patients');
});

it('the list of patients names the practitioner for administrators, and says so while it is empty', async () => {
  await open('/patients', [patient({ lastPractitioner: 'Dr. Rao' })], sessionOf('admin'));
  expect((await screen.findByText('Dr. Rao')).tagName).toBe('BDI');
  cleanup();
  await open('/patients', []);
  await see('No patients yet');
});

it('the list of patients is closed to plans without it', async () => {
  const premium = sessionOf('pass', ['read', 'analytics'], { plan: 'premium' });
  const requested = await open('/patients', [], premium);
  await see(/^Patients are part of/);
  expect(requested('GET /api/patients?page=1&limit=50')).toBeUndefined();
});

it('a patient has a history across diseases', async () => {
  await open(page, [patient()], {}, 'kn');
  const [disease] = await screen.findAllByText('ಅಸ್ತಮಾ');
  expect(disease?.closest('a')?.getAttribute('href')).toBe(`/app?disease=${id('d')}`);
  expect(screen.getAllByText('ಹಸಿರು ಬೆಳಕು')).toHaveLength(2);
});

it('a patient says so where it has more entries than one answer holds, and is printed', async () => {
  await open(page, [patient({ entries: 5_001 })]);
  await see(/^Only the newest 2 of/);
  window.print = vi.fn();
  await act('Print');
  expect(window.print).toHaveBeenCalledTimes(1);
});

it('a patient gets a day for the next visit, which is kept until it is saved, after a question if it has passed', async () => {
  const save = { [`PUT ${own}`]: () => json(patient({ version: 4 })) };
  await open(page, [patient()]);
  await fill(/^Next visit \(/, '9999-12-31');
  cleanup();
  const requested = await open(page, [patient()], save);
  await see('Your unsaved draft is still here.');
  await click('Save');
  await see('The date is too far in the future');
  const followUpOn = addDays(today(), -1);
  await fill(/^Next visit \(/, followUpOn);
  await click('Save');
  await agree('Save');
  await see('Next visit saved');
  const request = requested(`PUT ${own}`);
  expect(request?.body).toEqual({ followUpOn });
  expect(request?.headers.get('If-Match')).toBe('"3"');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('a patient is merged with another spelling of the same practice', async () => {
  const others = [
    patient(),
    patient({ id: id('b'), name: 'Ravi Kumr' }),
    patient({ id: id('c'), name: 'Lakshmi Rao', practice: 'practice:2' }),
  ];
  const requested = await open(page, others, { [`POST ${own}/merge`]: () => json(patient()) });
  await act('Merge with another spelling');
  const choice = await field('The other spelling');
  expect(choice.textContent).not.toContain('Lakshmi Rao');
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
  await user.selectOptions(choice, 'Ravi Kumr');
  await click('Merge');
  await see('Patients merged');
  expect(requested(`POST ${own}/merge`)?.body).toEqual({ otherId: id('b') });
});

it('a patient is erased after a question, which lists texts to go through, and says what remains', async () => {
  const backupsUntil = '2026-03-15T12:00:00.000Z';
  const erase = () => json({ erasedAt: '2026-03-01T12:00:00.000Z', backupsUntil });
  const where = { diseaseId: id('d'), nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
  const mentions = { items: [{ kind: 'note', id: id('f'), ...where }], total: 1 };
  const found = { [`GET ${own}/mentions`]: () => json(mentions) };
  await open(page, [patient()], { [`POST ${own}/erase`]: erase, ...found });
  await act("Erase the patient's name");
  await see('Note · Asthma');
  await agree("Erase the patient's name");
  await see('Backups hold the name until 15 March 2026.', /Go through these texts/);
  expect(await hrefOf('Note · Asthma')).toBe(`/app?disease=${id('d')}&tab=notes`);
  unseen('Ravi Kumar');
});

it('a patient has a year of birth and a place, which stand beside the name in lists', async () => {
  const known = patient({ birthYear: 1954, place: 'Hubballi' });
  const saved = { [`PUT ${own}`]: () => json(known) };
  const requested = await open(page, [known], saved);
  await see('born 1954 · Hubballi');
  await act('Year of birth and place');
  await fill(/^Year of birth \(/, '1899');
  await click('Save details');
  await see('The date is too far in the past');
  await fill(/^Year of birth \(/, '೧೯೫೫');
  await click('Save details');
  await see('Patient details saved');
  expect(requested(`PUT ${own}`)?.body).toEqual({ birthYear: 1955, place: 'Hubballi' });
  cleanup();
  await open('/patients', [known]);
  await see('born 1954 · Hubballi');
});

it('a patient who is undecided is one of the others of the name, or another person', async () => {
  const other = patient({ id: id('b'), birthYear: 1990 });
  const replies = {
    [`POST /api/patients/${id('b')}/merge`]: () => json(other),
    [`PUT ${own}`]: () => json(patient()),
  };
  const undecided = patient({ isUndecided: true });
  let requested = await open(page, [undecided, other], replies);
  await click('This is another person');
  await see('Saved as a person of its own');
  expect(requested(`PUT ${own}`)?.body).toEqual({ isUndecided: false });
  cleanup();
  requested = await open(page, [undecided, other], replies);
  await click(/^This is the same person: Ravi Kumar · born 1990/);
  await see('Patients merged');
  const request = requested(`POST /api/patients/${id('b')}/merge`);
  expect(request?.body).toEqual({ otherId: id('a') });
});

it('a patient gets back what was merged, and loses entries of another person', async () => {
  const replies = {
    [`POST ${own}/unmerge`]: () => problemReply(409, 'MERGE_NOT_UNDOABLE'),
    [`POST ${own}/split`]: () => json(patient({ id: id('b') }), { status: 201 }),
  };
  const requested = await open(page, [patient()], replies);
  await click('Undo merge: Ravi K');
  await see(/^This merge can't be undone/);
  expect(requested(`POST ${own}/unmerge`)?.body).toEqual({ otherId: id('e') });
  await act('Separate entries');
  const [, second] = await screen.findAllByRole('checkbox');
  if (second) await user.click(second);
  await click('Separate');
  await waitFor(() => expect(place()).toBe(`/patients/${id('b')}`));
  expect(requested(`POST ${own}/split`)?.body).toEqual({ entryIds: [id('9')] });
});

it('a patient has an entry begun for a disease, and is not asked for there', async () => {
  const requested = await open(page, [patient()], {
    'GET /api/diseases': () => paged([disease()]),
    'POST /api/treatments/history': () => json(historyEntry(), { status: 201 }),
  });
  await click('Add history entry');
  await user.click(await (await part('dialog')).findByRole('link', { name: 'Asthma' }));
  await fill('Practitioner name', 'Meera Rao');
  await fill('Treatment given', 'Green light');
  await click('Save entry');
  await see('History entry saved');
  const body = { patientName: 'Ravi Kumar', patientId: id('a') };
  expect(requested('POST /api/treatments/history')?.body).toMatchObject(body);
});

it('a patient of others is not found', async () => {
  const unknown = () => problemReply(404, 'NOT_FOUND', { kind: 'patient' });
  await open(page, [], { [`GET ${own}/export`]: unknown });
  await see('Patient not found');
});
