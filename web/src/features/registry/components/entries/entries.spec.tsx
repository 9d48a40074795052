import { expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import type { HistoryEntry, Note, TreatmentDetail } from '@ctdb/contracts';
import type { Language } from '@/lib/language';
import { button, click, field, fill, part, renderApp, see, unseen, user } from '@/testing';
import { json, mockApi, problemReply, type Replies } from '@/testing/mock-api';
import { disease, historyEntry, note, registryApi, treatment } from '@/testing/registry';
import { HistoryTab, NotesTab } from './entries-tab';

const NOTES = 'POST /api/treatments/notes';
const HISTORY = 'POST /api/treatments/history';
const notePath = `PUT /api/treatments/${treatment().id}/notes/${note().id}`;
const entryPath = `PUT /api/treatments/${treatment().id}/history/${historyEntry().id}`;

const open = async (
  Tab: typeof NotesTab,
  changes: Partial<TreatmentDetail> = {},
  replies: Replies = {},
  language: Language = 'en',
) => {
  const shown = treatment(changes);
  const requests = mockApi({
    ...registryApi(disease(), shown),
    [NOTES]: () => json(note(), { status: 201 }),
    [HISTORY]: () => json(historyEntry(), { status: 201 }),
    'POST /api/patients/namesakes': () => json({ items: [] }),
    ...replies,
  });
  const { unmount } = await renderApp(<Tab treatment={shown} />, { language });
  return {
    unmount,
    sent: (route: string) => requests.find(({ method, path }) => `${method} ${path}` === route),
  };
};
const openNote = (changes: Partial<Note> = {}, replies?: Replies, language?: Language) =>
  open(NotesTab, { notes: [note(changes)], notesCount: 1 }, replies, language);
const openEntry = (changes: Partial<HistoryEntry> = {}, replies?: Replies, language?: Language) =>
  open(HistoryTab, { history: [historyEntry(changes)], historyCount: 1 }, replies, language);

const langOf = (text: string) => screen.getByText(text).getAttribute('lang');

it.each([
  ['en', 'First visit', 'Slept better', 'Delete: First visit'],
  ['kn', 'ಮೊದಲ ಭೇಟಿ', 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ', 'ಅಳಿಸಿ: ಮೊದಲ ಭೇಟಿ'],
] as const)('notes are in the chosen language (%s)', async (language, title, content, action) => {
  await openNote({ isSample: true }, {}, language);
  expect([langOf(title), langOf(content)]).toEqual([language, language]);
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  expect(await button(action)).toBeTruthy();
  await see(language === 'en' ? 'Sample' : 'ಮಾದರಿ');
});

it('notes are shown in the other language where there is no text, marked as such', async () => {
  await openNote({ titleKn: '' }, {}, 'kn');
  expect([langOf('First visit'), langOf('ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ')]).toEqual(['en', 'kn']);
  unseen('ಮಾದರಿ');
});

it('notes stay in the form where the quota of the hour is used up', async () => {
  const params = { retryAfter: 2_400, quota: 'entries' };
  await open(NotesTab, {}, { [NOTES]: () => problemReply(429, 'RATE_LIMITED', params) });
  await click('Add note');
  await fill('Note', 'Slept better');
  await click('Save note');
  await see(/limit of saved notes.* Try again in 40 minutes/);
  expect((await field('Note')).value).toBe('Slept better');
});

it('notes show a fault of a Kannada text that is folded away', async () => {
  await open(NotesTab);
  await click('Add note');
  await fill('Note', 'x');
  await user.click(screen.getByText('Kannada (optional)'));
  await fill('Title (Kannada)', 'ಅ'.repeat(5_000));
  await user.click(screen.getByText('Kannada (optional)'));
  await waitFor(() => expect(screen.queryByLabelText('Title (Kannada)')).toBeNull());
  await click('Save note');
  const title = await field('Title (Kannada)');
  expect(title.getAttribute('aria-invalid')).toBe('true');
  await fill('Title (Kannada)', '');
  await waitFor(() => unseen(/Too long/));
  await user.type(title, 'ಭೇಟಿ');
  expect(title.value).toBe('ಭೇಟಿ');
});

it.each([
  ['en', 'Green light', 'Meera Rao'],
  ['kn', 'ಹಸಿರು ಬೆಳಕು', 'ಮೀರಾ ರಾವ್'],
] as const)('history is in the chosen language (%s)', async (language, given, practitioner) => {
  await openEntry({}, {}, language);
  expect([langOf(given), langOf(practitioner)]).toEqual([language, language]);
  unseen('Sample', 'ಮಾದರಿ');
});

it.each([
  ['Another person of this name', { newPatient: true }],
  [/born 1954 · Hubballi/, { patientId: 'c'.repeat(24) }],
])('history entries of a known name are sent with whose they are: %s', async (who, choice) => {
  const known = { id: 'c'.repeat(24), name: 'A. B.', birthYear: 1954, place: 'Hubballi' };
  const namesakes = { 'POST /api/patients/namesakes': () => json({ items: [known] }) };
  const { sent } = await open(HistoryTab, {}, namesakes);
  await click('Add entry');
  await fill('Patient name', 'A. B.');
  await fill('Practitioner name', 'Meera Rao');
  await fill('Treatment given', 'Green light');
  await user.click(screen.getByText('Kannada (optional)'));
  await fill('Practitioner name (Kannada)', 'ಮೀರಾ ರಾವ್');
  await fill('Treatment given (Kannada)', 'ಹಸಿರು ಬೆಳಕು');
  await click('Save entry');
  const question = await part('dialog');
  expect(sent(HISTORY)).toBeUndefined();
  await user.click(await question.findByText(who));
  await user.click(question.getByRole('button', { name: 'Save entry' }));
  await see('History entry saved');
  const { treatmentDescription, treatmentDescriptionKn } = historyEntry();
  const { practitioner, practitionerKn } = historyEntry();
  const texts = { treatmentDescription, treatmentDescriptionKn, practitioner, practitionerKn };
  expect(sent(HISTORY)?.body).toMatchObject({ ...texts, ...choice });
});

it.each([
  [{ canEdit: true }, `/patients/${'e'.repeat(24)}`],
  [{ canEdit: false }, undefined],
  [{ canEdit: true, patientId: undefined }, undefined],
])('history entries of %j lead to the patient: %s', async (changes, path) => {
  await openEntry({ patientName: 'Asha', patientId: 'e'.repeat(24), ...changes });
  await waitFor(() => {
    const name = screen.getByText('Asha');
    expect(name.closest('a')?.getAttribute('href')).toBe(path);
  });
});

const edit = (name: string | RegExp = 'Edit: First visit') => click(name);
/** Another person has saved version 2 meanwhile. */
const newer = { content: 'Slept badly', version: 2 };
const conflict = {
  [notePath]: () => problemReply(412, 'VERSION_CONFLICT', { current: note(newer) }),
};

it('corrections of a note are sent with the version that was seen', async () => {
  const { sent } = await openNote(
    { version: 3, editedAt: '2026-11-21T10:00:00.000Z' },
    { [notePath]: () => json(note({ version: 4 })) },
  );
  await see('Edited on November 21, 2026');
  await edit();
  expect((await field('Note')).value).toBe('Slept better');
  await fill('Note', 'Slept well');
  await click('Save note');
  await see('Note saved');
  expect(sent(notePath)?.headers.get('if-match')).toBe('"3"');
  const { title, titleKn, contentKn } = note();
  expect(sent(notePath)?.body).toEqual({ title, titleKn, content: 'Slept well', contentKn });
});

it('corrections of a draft are sent with its version, and show what another person has saved', async () => {
  const first = await openNote();
  await edit();
  await user.type(await field('Note'), '!');
  first.unmount();
  const { sent } = await openNote(newer, conflict);
  await edit();
  expect((await field('Note')).value).toBe('Slept better!');
  await click('Save note');
  await see(/Slept badly/);
  expect(sent(notePath)?.headers.get('if-match')).toBe('"1"');
  await click('Use theirs');
  expect((await field('Note')).value).toBe('Slept badly');
  await click('Cancel');
  expect(document.activeElement).toBe(await button('Edit: First visit'));
});

it('corrections of an entry of an erased patient need no name', async () => {
  const changes = { patientName: '', patientNameMasked: false };
  const { sent } = await openEntry(changes, { [entryPath]: () => json(historyEntry(changes)) });
  await edit(/^Edit: /);
  await fill('Treatment given', 'Blue light');
  await click('Save entry');
  await see('History entry saved');
  const body = { patientName: '', treatmentDescription: 'Blue light' };
  expect(sent(entryPath)?.body).toMatchObject(body);
});

it('corrections of a history entry keep an outcome that new entries do not offer, and the time', async () => {
  const kept = { date: '2026-11-20T03:00:00.000Z', outcome: 'Baseline' } as const;
  const changes = { ...kept, patientName: 'Asha' };
  const { sent } = await openEntry(changes, { [entryPath]: () => json(historyEntry(changes)) });
  await edit(/^Edit: /);
  await fill('Patient name', 'Asha Rao');
  await click('Save entry');
  await see('History entry saved');
  expect(sent(entryPath)?.body).toMatchObject({ ...kept, patientName: 'Asha Rao' });
});

it('corrections are offered only to those who may make them', async () => {
  await openNote({ canEdit: false });
  await button(/^Delete: /);
  expect(screen.queryByRole('button', { name: /^Edit: / })).toBeNull();
});
