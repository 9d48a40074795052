import { beforeEach, describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import type { TreatmentDetail } from '@ctdb/contracts';
import type { Language } from '@/i18n/language';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { disease, historyEntry, note, registryApi, treatment } from '@/testing/registry';
import { renderApp, user } from '@/testing/render';
import { HistoryTab } from './history-tab';
import { NotesTab } from './notes-tab';

const NOTES = 'POST /api/treatments/notes';
const HISTORY = 'POST /api/treatments/history';

const open = async (
  Tab: typeof NotesTab,
  changes: Partial<TreatmentDetail> = {},
  language: Language = 'en',
  replies: Parameters<typeof mockApi>[0] = {},
) => {
  const shown = treatment(changes);
  const requests = mockApi({
    ...registryApi(disease(), shown),
    [NOTES]: () => json(note(), { status: 201 }),
    [HISTORY]: () => json(historyEntry(), { status: 201 }),
    [`DELETE /api/treatments/${shown.id}/notes/${note().id}`]: () =>
      new Response(null, { status: 204 }),
    [`POST /api/trash/note/${note().id}/restore`]: () => json({ restored: true }),
    ...replies,
  });
  const { unmount } = await renderApp(<Tab treatment={shown} />, { language });
  return {
    unmount,
    sent: (route: string) => requests.find(({ method, path }) => `${method} ${path}` === route),
  };
};
const langOf = (text: string) => screen.getByText(text).getAttribute('lang');

beforeEach(() => sessionStorage.clear());

describe('notes', () => {
  it.each([
    ['en', 'First visit', 'Slept better'],
    ['kn', 'ಮೊದಲ ಭೇಟಿ', 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ'],
  ] as const)('are shown in the chosen language (%s)', async (language, title, content) => {
    await open(NotesTab, { notes: [note()], notesCount: 1 }, language);
    expect(langOf(title)).toBe(language);
    expect(langOf(content)).toBe(language);
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  });

  it('are shown in the other language where there is no text, marked as such', async () => {
    await open(NotesTab, { notes: [note({ titleKn: '' })], notesCount: 1 }, 'kn');
    expect(langOf('First visit')).toBe('en');
    expect(langOf('ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ')).toBe('kn');
  });

  it('of the sample data say so', async () => {
    await open(NotesTab, { notes: [note({ isSample: true })], notesCount: 1 });
    expect(screen.getByText('Sample')).toBeTruthy();
  });

  it('are sent with the Kannada texts; a draft keeps them', async () => {
    const first = await open(NotesTab);
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    await user.type(await screen.findByLabelText('Note'), 'Slept better');
    expect(screen.queryByLabelText('Note (Kannada)')).toBeNull();
    await user.click(screen.getByText('Kannada (optional)'));
    await user.type(await screen.findByLabelText('Note (Kannada)'), 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ');
    first.unmount();

    const { sent } = await open(NotesTab);
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    const kannada = await screen.findByLabelText<HTMLTextAreaElement>('Note (Kannada)');
    expect(kannada.value).toBe('ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ');
    await user.clear(kannada);
    await user.type(kannada, 'ಚೆನ್ನಾಗಿದೆ');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByText('Note saved');
    expect(sent(NOTES)?.body).toEqual({
      treatmentId: treatment().id,
      title: 'New Note',
      titleKn: '',
      content: 'Slept better',
      contentKn: 'ಚೆನ್ನಾಗಿದೆ',
    });
  });

  it('stay in the form where the quota of the hour is used up', async () => {
    const refused = () =>
      problemReply(429, 'RATE_LIMITED', { retryAfter: 2_400, quota: 'entries' });
    await open(NotesTab, {}, 'en', { [NOTES]: refused });
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    await user.type(await screen.findByLabelText('Note'), 'Slept better');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText(/limit of saved notes.* Try again in 40 minutes/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Slept better');
  });

  it('show a fault of a Kannada text that is folded away', async () => {
    await open(NotesTab);
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    await user.type(await screen.findByLabelText('Note'), 'x');
    await user.click(screen.getByText('Kannada (optional)'));
    await user.click(await screen.findByLabelText('Title (Kannada)'));
    await user.paste('ಅ'.repeat(5_000));
    await user.click(screen.getByText('Kannada (optional)'));
    await waitFor(() => expect(screen.queryByLabelText('Title (Kannada)')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    const title = await screen.findByLabelText<HTMLInputElement>('Title (Kannada)');
    expect(title.getAttribute('aria-invalid')).toBe('true');
    await user.clear(title);
    await waitFor(() => expect(screen.queryByText(/Too long/)).toBeNull());
    await user.type(title, 'ಭೇಟಿ');
    expect(title.value).toBe('ಭೇಟಿ');
  });

  it('are deleted under their Kannada name, and restored as they were', async () => {
    const { sent } = await open(NotesTab, { notes: [note()], notesCount: 1 }, 'kn');
    await user.click(await screen.findByRole('button', { name: 'ಅಳಿಸಿ: ಮೊದಲ ಭೇಟಿ' }));
    const toasts = within(await screen.findByRole('region', { name: /ಸೂಚನೆಗಳು/ }));
    await user.click(await toasts.findByRole('button', { name: /ಹಿಂ/ }));
    const restore = `POST /api/trash/note/${note().id}/restore`;
    await waitFor(() => expect(sent(restore)).toBeTruthy());
  });
});

describe('history entries', () => {
  it.each([
    ['en', 'Green light', 'Meera Rao'],
    ['kn', 'ಹಸಿರು ಬೆಳಕು', 'ಮೀರಾ ರಾವ್'],
  ] as const)('are shown in the chosen language (%s)', async (language, given, practitioner) => {
    await open(HistoryTab, { history: [historyEntry()], historyCount: 1 }, language);
    expect(langOf(given)).toBe(language);
    expect(langOf(practitioner)).toBe(language);
  });

  it('of the sample data say so', async () => {
    await open(HistoryTab, { history: [historyEntry({ isSample: true })], historyCount: 1 }, 'kn');
    expect(screen.getByText('ಮಾದರಿ')).toBeTruthy();
  });

  it('are sent with the Kannada texts', async () => {
    const { sent } = await open(HistoryTab);
    await user.click(await screen.findByRole('button', { name: 'Add entry' }));
    await user.type(await screen.findByLabelText('Patient name'), 'A. B.');
    await user.type(screen.getByLabelText('Practitioner name'), 'Meera Rao');
    await user.type(screen.getByLabelText('Treatment given'), 'Green light');
    await user.click(screen.getByText('Kannada (optional)'));
    await user.type(await screen.findByLabelText('Practitioner name (Kannada)'), 'ಮೀರಾ ರಾವ್');
    await user.type(screen.getByLabelText('Treatment given (Kannada)'), 'ಹಸಿರು ಬೆಳಕು');
    await user.click(screen.getByRole('button', { name: 'Save entry' }));
    await screen.findByText('History entry saved');
    expect(sent(HISTORY)?.body).toMatchObject({
      treatmentDescription: 'Green light',
      treatmentDescriptionKn: 'ಹಸಿರು ಬೆಳಕು',
      practitioner: 'Meera Rao',
      practitionerKn: 'ಮೀರಾ ರಾವ್',
    });
  });
});

describe('corrections', () => {
  const notePath = `PUT /api/treatments/${treatment().id}/notes/${note().id}`;
  const entryPath = `PUT /api/treatments/${treatment().id}/history/${historyEntry().id}`;

  it('of a note are sent with the version that was seen', async () => {
    const { sent } = await open(
      NotesTab,
      { notes: [note({ version: 3, editedAt: '2026-11-21T10:00:00.000Z' })], notesCount: 1 },
      'en',
      { [notePath]: () => json(note({ version: 4 })) },
    );
    expect(screen.getByText('Edited on November 21, 2026')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Edit: First visit' }));
    const content = await screen.findByLabelText<HTMLTextAreaElement>('Note');
    expect(content.value).toBe('Slept better');
    await user.clear(content);
    await user.type(content, 'Slept well');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByText('Note saved');
    expect(sent(notePath)?.headers.get('if-match')).toBe('"3"');
    expect(sent(notePath)?.body).toEqual({
      title: 'First visit',
      titleKn: 'ಮೊದಲ ಭೇಟಿ',
      content: 'Slept well',
      contentKn: 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ',
    });
  });

  it('show what another person has saved meanwhile', async () => {
    const current = note({ content: 'Slept badly', version: 2 });
    await open(NotesTab, { notes: [note()], notesCount: 1 }, 'en', {
      [notePath]: () => problemReply(412, 'VERSION_CONFLICT', { current }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit: First visit' }));
    await user.type(await screen.findByLabelText('Note'), '!');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText(/Slept badly/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use theirs' }));
    const content = screen.getByLabelText<HTMLTextAreaElement>('Note');
    expect(content.value).toBe('Slept badly');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const edit = await screen.findByRole('button', { name: 'Edit: First visit' });
    expect(document.activeElement).toBe(edit);
  });

  it('of a draft are sent with the version on which it was written', async () => {
    const shown = { notes: [note()], notesCount: 1 };
    const first = await open(NotesTab, shown);
    await user.click(await screen.findByRole('button', { name: 'Edit: First visit' }));
    await user.type(await screen.findByLabelText('Note'), '!');
    first.unmount();
    const newer = { notes: [note({ content: 'Slept badly', version: 2 })], notesCount: 1 };
    const { sent } = await open(NotesTab, newer, 'en', {
      [notePath]: () => problemReply(412, 'VERSION_CONFLICT', { current: newer.notes[0] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit: First visit' }));
    const content = await screen.findByLabelText<HTMLTextAreaElement>('Note');
    expect(content.value).toBe('Slept better!');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText(/Slept badly/)).toBeTruthy();
    expect(sent(notePath)?.headers.get('if-match')).toBe('"1"');
  });

  it.each([
    [{ canEdit: true }, `/patients/${'e'.repeat(24)}`],
    [{ canEdit: false }, undefined],
    [{ canEdit: true, patientId: undefined }, undefined],
  ])('of %j lead to the patient: %s', async (changes, path) => {
    const entry = historyEntry({ patientName: 'Asha', patientId: 'e'.repeat(24), ...changes });
    await open(HistoryTab, { history: [entry], historyCount: 1 });
    await waitFor(() => {
      const name = screen.getByText('Asha');
      expect(name.closest('a')?.getAttribute('href')).toBe(path);
    });
  });

  it('of an entry of an erased patient need no name', async () => {
    const entry = historyEntry({ patientName: '', patientNameMasked: false });
    const { sent } = await open(HistoryTab, { history: [entry], historyCount: 1 }, 'en', {
      [entryPath]: () => json(entry),
    });
    await user.click(await screen.findByRole('button', { name: /^Edit: / }));
    await user.type(await screen.findByLabelText('Treatment given'), '!');
    await user.click(screen.getByRole('button', { name: 'Save entry' }));
    await screen.findByText('History entry saved');
    expect(sent(entryPath)?.body).toMatchObject({
      patientName: '',
      treatmentDescription: 'Green light!',
    });
  });

  it('of a history entry keep an outcome that new entries do not offer, and the time', async () => {
    const date = '2026-11-20T03:00:00.000Z';
    const entry = historyEntry({ date, outcome: 'Baseline', patientName: 'Asha' });
    const { sent } = await open(HistoryTab, { history: [entry], historyCount: 1 }, 'en', {
      [entryPath]: () => json(entry),
    });
    await user.click(await screen.findByRole('button', { name: /^Edit: / }));
    await user.type(await screen.findByLabelText('Patient name'), ' Rao');
    await user.click(screen.getByRole('button', { name: 'Save entry' }));
    await screen.findByText('History entry saved');
    expect(sent(entryPath)?.body).toMatchObject({
      date,
      outcome: 'Baseline',
      patientName: 'Asha Rao',
    });
  });

  it('are offered only to those who may make them', async () => {
    await open(NotesTab, { notes: [note({ canEdit: false })], notesCount: 1 });
    expect(await screen.findByRole('button', { name: /^Delete: / })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Edit: / })).toBeNull();
  });
});
