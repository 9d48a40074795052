import { deleteNote, diseaseInput, listDiseases, listHistory, listNotes } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { DiseasesService } from '../src/diseases/diseases.service.js';
import { HistoryService } from '../src/treatments/history.service.js';
import { NotesService } from '../src/treatments/notes.service.js';
import { TrashService } from '../src/trash/trash.service.js';
import { TreatmentsService } from '../src/treatments/treatments.service.js';
import { commandContext, testCatalog } from './support/catalog.js';

const catalog = testCatalog();
const input = diseaseInput.parse({ nameEn: 'Gout', nameKn: 'ಸಂಧಿವಾತ', category: 'Metabolic' });

/** Calls like a bus that delivers the same command three times, twice of them at once. */
const thrice = async <T>(deliver: () => Promise<T>): Promise<T> => {
  const [first, second] = await Promise.all([deliver(), deliver()]);
  expect(second).toEqual(first);
  expect(await deliver()).toEqual(first);
  return first;
};

describe('a command that is delivered again', () => {
  it('creates, changes, deletes and restores a disease once', async () => {
    const service = catalog.service.get(DiseasesService);
    const trash = catalog.service.get(TrashService);
    const [create, update, remove, restore] = [
      commandContext(),
      commandContext(),
      commandContext(),
      commandContext(),
    ];
    const { id } = await thrice(() => service.create(input, create));
    const { total } = await catalog.call(listDiseases, { search: 'Gout' });
    expect(total).toBe(1);

    const changed = await thrice(() =>
      service.update({ ...input, id, notes: 'Toe', ifMatch: 1 }, update),
    );
    expect(changed.version).toBe(2);
    await thrice(() => service.delete({ id, ifMatch: 2 }, remove));
    await thrice(() => trash.restore({ kind: 'disease', id }, restore));
    // The deletion, late: it must not happen to the restored disease.
    await service.delete({ id, ifMatch: 2 }, remove);
    expect((await service.get(id)).version).toBe(4);
  });

  it('changes nothing that another command wrote meanwhile', async () => {
    const service = catalog.service.get(DiseasesService);
    const context = commandContext();
    const { id } = await catalog.disease();
    await service.update({ ...input, id, notes: 'mine' }, context);
    await service.update({ ...input, id, notes: 'theirs' }, commandContext());
    await service.update({ ...input, id, notes: 'mine' }, context);
    expect(await service.get(id)).toMatchObject({ notes: 'theirs', version: 3 });
  });

  it('creates one treatment, changes, reviews it and replaces its protocols once', async () => {
    const service = catalog.service.get(TreatmentsService);
    const [create, update, review, replace] = [
      commandContext(),
      commandContext(),
      commandContext(),
      commandContext(),
    ];
    const { id: diseaseId } = await catalog.disease();
    const texts = { descriptionEn: 'Blue', descriptionKn: 'ನೀಲಿ', machineTranslatedBy: 'google' };
    const { id } = await thrice(() => service.create({ diseaseId, ...texts }, create));
    const changed = await thrice(() => service.update({ id, ...texts, ifMatch: 1 }, update));
    expect(changed.version).toBe(2);
    const read = await thrice(() => service.reviewTranslation({ id, ifMatch: 2 }, review));
    expect(read.version).toBe(3);
    const protocols = [
      {
        color: 'blue',
        applicationArea: 'Knee',
        applicationAreaKn: 'ಮೊಣಕಾಲು',
        duration: '10 min',
        durationKn: '',
        frequency: 'daily',
        frequencyKn: '',
      } as const,
    ];
    const replaced = await thrice(() =>
      service.replaceProtocols({ treatmentId: id, protocols, ifMatch: 3 }, replace),
    );
    expect(replaced.version).toBe(4);
  });

  it('adds one note and one history entry, and deletes a note once', async () => {
    const notes = catalog.service.get(NotesService);
    const history = catalog.service.get(HistoryService);
    const [add, enter, remove] = [commandContext(), commandContext(), commandContext()];
    const { id: treatmentId } = await catalog.treatment();
    const note = await thrice(() =>
      notes.add({ treatmentId, title: 'T', titleKn: '', content: 'C', contentKn: '' }, add),
    );
    await thrice(() =>
      history.add(
        {
          treatmentId,
          date: '2025-01-01',
          patientName: 'Anita',
          treatmentDescription: 'x',
          treatmentDescriptionKn: '',
          outcome: 'Improved',
          practitioner: 'y',
          practitionerKn: '',
        },
        enter,
      ),
    );
    expect((await catalog.call(listNotes, { id: treatmentId })).total).toBe(1);
    expect((await catalog.call(listHistory, { id: treatmentId })).total).toBe(1);
    await thrice(() => notes.delete({ treatmentId, id: note.id }, remove));
    await expect(
      catalog.call(deleteNote, { id: treatmentId, noteId: note.id }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
