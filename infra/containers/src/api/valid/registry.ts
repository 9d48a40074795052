import type { Disease, Treatment } from '@ctdb/contracts';
import { must } from '../../report.ts';
import { refused } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';

/** Diseases: made, found, changed. */
export async function diseases(world: World): Promise<string> {
  const { tour, admin } = world;
  const nameEn = world.word('Registry');
  const input = { nameEn, nameKn: 'ನೋಂದಣಿ', category: 'Skin', notes: 'First' } as const;
  const made = await tour.answered(admin, 'createDisease', { body: input });
  const { id } = made.said;
  must(made.answer.header('location') === `/api/diseases/${id}`, made.answer.words);
  must(made.answer.header('etag') === '"1"', `the tag is ${made.answer.header('etag')}`);
  const body = { ...input, notes: 'Second' };
  const changed = await tour.call(admin, 'updateDisease', { params: { id }, body });
  must(changed.version === 2 && changed.notes === 'Second', JSON.stringify(changed));
  const read = await tour.answered(admin, 'getDisease', { params: { id } });
  must(JSON.stringify(read.said) === JSON.stringify(changed), read.answer.words);
  const known = { 'if-none-match': read.answer.header('etag') };
  const again = await admin.ask(questionOf('getDisease', { params: { id } }, { headers: known }));
  must(again.status === 304 && again.bytes.length === 0, again.words);
  return listed(world, changed);
}

/** The list, filtered, searched and paged. */
async function listed({ tour, admin }: World, { id, nameEn }: Disease): Promise<string> {
  const all = await tour.answered(admin, 'listDiseases');
  const total = Number(all.answer.header('x-total-count'));
  must(all.said.length === Math.min(total, 1_000), `${all.said.length} of ${total}`);
  const query = { search: nameEn, category: 'Skin', page: '1', limit: '2' } as const;
  const found = await tour.answered(admin, 'listDiseases', { query });
  must(found.said[0]?.id === id, found.answer.words);
  must(/rel="first"/.test(found.answer.header('link')), `Link: ${found.answer.header('link')}`);
  const headers = { 'if-none-match': found.answer.header('etag') };
  const again = await admin.ask(questionOf('listDiseases', { query }, { headers }));
  must(again.status === 304 && again.bytes.length === 0, again.words);
  const others = await tour.call(admin, 'listDiseases', {
    query: { search: nameEn, category: 'Metabolic' },
  });
  must(!others.some((one) => one.id === id), 'it is found in another category');
  return `${total} diseases`;
}

/** The treatment of a disease, with its protocols. */
export async function treatments(world: World): Promise<string> {
  const { tour, admin } = world;
  const disease = await world.disease();
  const none = questionOf('getTreatmentOfDisease', { params: { diseaseId: disease.id } });
  await refused(admin, none, { status: 404, code: 'NOT_FOUND' });
  const body = { diseaseId: disease.id };
  const made = await tour.call(admin, 'createTreatment', { body });
  must(made.descriptionEn !== '' && made.descriptionKn !== '', 'there is no placeholder');
  const second = questionOf('createTreatment', { body });
  const { params } = await refused(admin, second, { status: 409, code: 'TREATMENT_EXISTS' });
  must(params['id'] === made.id, JSON.stringify(params));
  const words = { descriptionEn: 'Blue, at dusk.', descriptionKn: 'ಮುಸ್ಸಂಜೆಯಲ್ಲಿ ನೀಲಿ.' };
  const changed = await tour.call(admin, 'updateTreatment', {
    params: { id: made.id },
    body: words,
  });
  must(changed.version === 2 && changed.descriptionEn === words.descriptionEn, 'it is not changed');
  const protocol = {
    color: 'blue',
    applicationArea: 'Hand',
    duration: '10 min',
    frequency: 'Daily',
  };
  const list = await tour.call(admin, 'replaceProtocols', {
    params: { id: made.id },
    body: [
      { ...protocol, color: 'blue' },
      { ...protocol, color: 'green' },
    ],
  });
  const { protocols } = await detailOf(world, disease);
  must(JSON.stringify(protocols) === JSON.stringify(list), 'other protocols are read than written');
  return `${list.length} protocols`;
}

const detailOf = ({ tour, admin }: World, { id }: Pick<Disease, 'id'>) =>
  tour.call(admin, 'getTreatmentOfDisease', { params: { diseaseId: id } });

/** Notes and history, read as a page and with their treatment. */
export async function entries(world: World): Promise<string> {
  const { tour, admin, hour } = world;
  const { disease, treatment } = await world.treated();
  const params = { id: treatment.id };
  const note = await noteOf(world, treatment);
  const entry = await tour.call(admin, 'addHistoryEntry', { body: historyOf(treatment) });
  const query = { page: '1', limit: '10' };
  const notes = await tour.call(admin, 'listNotes', { params, query });
  const history = await tour.call(admin, 'listHistory', { params, query });
  must(notes[0]?.id === note.id && history[0]?.id === entry.id, 'the pages lack them');
  must(history[0].patientName === 'Anita Rao', `an administrator reads ${history[0].patientName}`);
  const detail = await detailOf(world, disease);
  must(detail.notesCount === 1 && detail.historyCount === 1, 'the counts are wrong');
  const [masked] = await tour.call(hour, 'listHistory', { params, query });
  must(masked?.patientNameMasked === true, 'a pass reads the name of a patient');
  must(!JSON.stringify(masked).includes('Anita'), JSON.stringify(masked));
  const own = await tour.call(hour, 'addHistoryEntry', { body: historyOf(treatment) });
  must(own.patientName === 'Anita Rao', 'a pass does not read its own entry');
  return 'names are masked for a pass, but in its own entries';
}

/** A note of a treatment. */
export const noteOf = ({ tour, admin }: World, { id }: Pick<Treatment, 'id'>) =>
  tour.call(admin, 'addNote', { body: { treatmentId: id, title: 'Look', content: 'Calm.' } });

/** What is filled in for a history entry. */
export const historyOf = ({ id }: Pick<Treatment, 'id'>) =>
  ({
    treatmentId: id,
    date: '2024-02-29',
    patientName: 'Anita Rao',
    treatmentDescription: 'Green light, ten minutes',
    outcome: 'Improved',
    practitioner: 'Dr. Kamala',
  }) as const;

/** Outcomes over time, as an administrator and a plan with figures see them. */
export async function figures(world: World): Promise<string> {
  const { tour, admin, premium } = world;
  const { disease, treatment } = await world.treated();
  const date = new Date().toISOString();
  await tour.call(admin, 'addHistoryEntry', { body: { ...historyOf(treatment), date } });
  const query = { period: '6months', diseaseId: disease.id } as const;
  for (const visitor of [premium, admin]) {
    const { total, successRate, step } = await tour.call(visitor, 'getTrends', { query });
    must(total === 1 && successRate === 1 && step === 'month', `${total} entries by ${step}`);
  }
  const { diseases: known, historyEntries } = await tour.call(premium, 'getAnalytics');
  must(known > 0 && historyEntries > 0, 'the registry is empty');
  await tour.call(admin, 'getAnalytics');
  return `${historyEntries} entries in ${known} diseases`;
}

/** What is deleted is found in the trash, and comes back. */
export async function trash(world: World): Promise<string> {
  const { tour, admin } = world;
  const { disease, treatment } = await world.treated();
  const { id } = treatment;
  const note = await noteOf(world, treatment);
  const entry = await tour.call(admin, 'addHistoryEntry', { body: historyOf(treatment) });
  await tour.call(admin, 'deleteNote', { params: { id, noteId: note.id } });
  await tour.call(admin, 'deleteHistoryEntry', { params: { id, entryId: entry.id } });
  await back(world, { kind: 'note', id: note.id });
  await back(world, { kind: 'history', id: entry.id });
  await tour.call(admin, 'deleteDisease', { params: { id: disease.id } });
  await refused(admin, questionOf('getDisease', { params: { id: disease.id } }), {
    status: 404,
    code: 'NOT_FOUND',
  });
  await back(world, { kind: 'disease', id: disease.id });
  const { notesCount, historyCount } = await detailOf(world, disease);
  must(notesCount === 1 && historyCount === 1, 'not all came back');
  return 'a note, an entry, a disease';
}

async function back(
  { tour, admin }: World,
  params: { kind: 'disease' | 'note' | 'history'; id: string },
): Promise<void> {
  const isThere = async () =>
    (await tour.call(admin, 'listTrash', { query: { limit: '100' } })).some(
      ({ kind, id }) => kind === params.kind && id === params.id,
    );
  must(await isThere(), `the ${params.kind} is not in the trash`);
  await tour.call(admin, 'restoreFromTrash', { params });
  must(!(await isThere()), `the ${params.kind} stays in the trash`);
}
