import { toObjectId } from '@ctdb/chassis';
import { eventSpy } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  deleteHistoryEntry,
  deleteNote,
  entryEvents,
  listHistory,
  listNotes,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import {
  readTreatment,
  testCatalog,
  UNKNOWN_ID,
  notFound,
  invalid,
  eventOf,
} from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();
describe('notes', () => {
  it('are added, listed newest first, paged and deleted', async () => {
    const { call } = catalog;
    const { id: treatmentId, diseaseId } = await catalog.treatment();
    const first = await call(addNote, { treatmentId, content: ' One ' });
    expect(first).toMatchObject({ treatmentId, title: 'New Note', content: 'One' });
    await call(addNote, { treatmentId, title: 'Second', content: 'Two' });
    const third = await call(addNote, { treatmentId, content: 'Three' });

    const page = await call(listNotes, { id: treatmentId, limit: 2 });
    expect(page.items.map(({ content }) => content)).toEqual(['Three', 'Two']);
    expect(page.total).toBe(3);
    expect((await call(listNotes, { id: treatmentId, limit: 2, page: 2 })).items).toEqual([first]);

    expect(await call(deleteNote, { id: treatmentId, noteId: third.id })).toEqual({});
    await expect(call(deleteNote, { id: treatmentId, noteId: third.id })).rejects.toMatchObject(
      notFound('note'),
    );
    const detail = await readTreatment(call, diseaseId);
    expect(detail.notes.map(({ content }) => content)).toEqual(['Two', 'One']);
    expect(detail.notesCount).toBe(2);
  });

  it('have Kannada texts or none, also those that were stored before there were any', async () => {
    const { call, mongo } = catalog;
    const { id: treatmentId } = await catalog.treatment();
    const texts = { title: 'Diet', titleKn: 'ಆಹಾರ', content: 'No salt', contentKn: 'ಉಪ್ಪು ಬೇಡ' };
    const both = await call(addNote, { treatmentId, ...texts });
    expect(both).toMatchObject({ ...texts, isSample: false });
    const { id } = await call(addNote, { treatmentId, content: 'Walk' });
    await mongo
      .collection('notes')
      .updateOne({ _id: toObjectId(id) }, { $unset: { titleKn: 1, contentKn: 1 } });
    const { items } = await call(listNotes, { id: treatmentId });
    expect(items).toMatchObject([{ content: 'Walk', titleKn: '', contentKn: '' }, both]);
  });

  it('refuse blank content, unknown treatments and those of others', async () => {
    const { call } = catalog;
    const { id: treatmentId } = await catalog.treatment();
    const other = await catalog.treatment();
    await expect(call(addNote, { treatmentId, content: ' \n ' })).rejects.toMatchObject(
      invalid('content', 'NOTE_EMPTY'),
    );
    await expect(call(addNote, { treatmentId: UNKNOWN_ID, content: 'x' })).rejects.toMatchObject(
      notFound('treatment'),
    );
    await expect(call(listNotes, { id: UNKNOWN_ID })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const note = await call(addNote, { treatmentId, content: 'mine' });
    await expect(call(deleteNote, { id: other.id, noteId: note.id })).rejects.toMatchObject(
      notFound('note'),
    );
  });
});

describe('history entries', () => {
  it('have Kannada texts or none', async () => {
    const { call } = catalog;
    const { id: treatmentId } = await catalog.treatment();
    const texts = { treatmentDescriptionKn: 'ಹಸಿರು ಬೆಳಕು', practitionerKn: 'ಡಾ. ಆಶಾ' };
    const both = await call(addHistoryEntry, { treatmentId, ...visit, ...texts });
    expect(both).toMatchObject({ ...texts, isSample: false });
    const one = await call(addHistoryEntry, { treatmentId, ...visit });
    expect(one).toMatchObject({ treatmentDescriptionKn: '', practitionerKn: '' });
  });

  it('are listed by date, then by when they were entered', async () => {
    const { call } = catalog;
    const { id: treatmentId } = await catalog.treatment();
    const add = (date: string, practitioner: string) =>
      call(addHistoryEntry, { ...visit, treatmentId, date, practitioner });
    await add('2025-03-01', 'second');
    await add('2025-04-01T08:30:00+05:30', 'first');
    await add('2025-02-01', 'fourth');
    await add('2025-02-01', 'third');
    const { items, total } = await call(listHistory, { id: treatmentId });
    expect(items.map(({ practitioner }) => practitioner)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ]);
    expect(items[0]).toMatchObject({ date: '2025-04-01T03:00:00.000Z', outcome: 'Improved' });
    expect(total).toBe(4);
  });

  it('refuse blank texts and wrong dates with a code for each field', async () => {
    const { call } = catalog;
    const { id: treatmentId } = await catalog.treatment();
    const faulty = {
      treatmentId,
      date: '2999-01-01',
      patientName: ' ',
      treatmentDescription: '',
      practitioner: '\t',
    };
    await expect(call(addHistoryEntry, faulty)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      params: {
        faults: Object.entries({
          date: 'DATE_IN_FUTURE',
          patientName: 'HISTORY_PATIENT_EMPTY',
          treatmentDescription: 'HISTORY_TREATMENT_EMPTY',
          practitioner: 'HISTORY_PRACTITIONER_EMPTY',
        }).map(([path, code]) => ({ path, code })),
      },
    });
    expect((await call(listHistory, { id: treatmentId })).total).toBe(0);
  });

  it('tell the world ids only', async () => {
    const { call, env } = catalog;
    const spy = await eventSpy(env, ...Object.values(entryEvents));
    const { id: treatmentId, diseaseId } = await catalog.treatment();
    const entry = await call(addHistoryEntry, { ...visit, treatmentId });
    await call(deleteHistoryEntry, { id: treatmentId, entryId: entry.id });
    const mine = eventOf(treatmentId);
    const added = await spy.waitFor(entryEvents.historyAdded, mine);
    expect(added.payload).toEqual({ id: entry.id, treatmentId, diseaseId });
    await spy.waitFor(entryEvents.historyDeleted, mine);
    expect(JSON.stringify(spy.events)).not.toContain('Ravi');
  });
});
