import {
  diseaseEvents,
  entryEvents,
  treatmentEvents,
  type EventContract,
  type PayloadOf,
} from '@ctdb/contracts';
import { audited, noted, type Audited } from './told.js';

type DiseaseFact = PayloadOf<typeof diseaseEvents.created>;
type TreatmentFact = PayloadOf<typeof treatmentEvents.created>;
type EntryFact = PayloadOf<typeof entryEvents.noteAdded>;

const disease = ({ diseaseId, nameEn, changes }: DiseaseFact) => ({
  objectId: diseaseId,
  label: nameEn,
  changes,
});

const treatment = ({ treatmentId, diseaseId, changes }: TreatmentFact) => ({
  objectId: treatmentId,
  changes: [...changes, ...noted({ diseaseId })],
});

/** Ids only: a note may say anything of a patient. */
const entry = ({ id, treatmentId, diseaseId }: EntryFact) => ({
  objectId: id,
  changes: noted({ treatmentId, diseaseId }),
});

const { purged, ...diseaseFacts } = diseaseEvents;

const entries = (kind: 'note' | 'history', events: EventContract[]): Audited[] =>
  events.map((event) => audited(kind, event, (payload) => entry(payload as EntryFact)));

/** What the trail keeps of the catalog's events. */
export const catalogEvents: readonly Audited[] = [
  ...Object.values(diseaseFacts).map((event) => audited('disease', event, disease)),
  audited('disease', purged, ({ diseaseId, treatmentIds }) => ({
    objectId: diseaseId,
    changes: noted({ treatmentIds }),
  })),
  ...Object.values(treatmentEvents).map((event) => audited('treatment', event, treatment)),
  ...entries('note', [
    entryEvents.noteAdded,
    entryEvents.noteDeleted,
    entryEvents.noteRestored,
    entryEvents.notePurged,
  ]),
  ...entries('history', [
    entryEvents.historyAdded,
    entryEvents.historyDeleted,
    entryEvents.historyRestored,
    entryEvents.historyPurged,
  ]),
];
