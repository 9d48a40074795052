import {
  diseaseEvents,
  entryEvents,
  treatmentEvents,
  type EventContract,
  type PayloadOf,
} from '@ctdb/contracts';
import { auditMapping, asChanges, type AuditMapping } from './audited-event.js';

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
  changes: [...changes, ...asChanges({ diseaseId })],
});

/** Ids only: a note may say anything of a patient. */
const entry = ({ id, treatmentId, diseaseId }: EntryFact) => ({
  objectId: id,
  changes: asChanges({ treatmentId, diseaseId }),
});

const { purged, ...diseaseFacts } = diseaseEvents;

const entries = (kind: 'note' | 'history', events: EventContract[]): AuditMapping[] =>
  events.map((event) => auditMapping(kind, event, (payload) => entry(payload as EntryFact)));

/** What the trail keeps of the catalog's events. */
export const catalogEvents: readonly AuditMapping[] = [
  ...Object.values(diseaseFacts).map((event) => auditMapping('disease', event, disease)),
  auditMapping('disease', purged, ({ diseaseId, treatmentIds }) => ({
    objectId: diseaseId,
    changes: asChanges({ treatmentIds }),
  })),
  ...Object.values(treatmentEvents).map((event) => auditMapping('treatment', event, treatment)),
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
