import { createHash } from 'node:crypto';
import { practiceKey } from '@ctdb/chassis';
import { hasRole, isPerson, type Subject } from '@ctdb/contracts';
import { initials } from '../patients/patient-names.js';

/** Who entered an entry, and the practice that owns it. */
export interface EntryOwner {
  readonly enteredBy: string;
  readonly practice: string;
}

/** Whether the team wrote an entry, or it came with a new database: all readers see it. */
export const isWrittenByTeam = ({ enteredBy }: EntryOwner): boolean =>
  !enteredBy.startsWith('pass:');

/** Whether the practice of `viewer` owns an entry. */
const isOwn = (viewer: Subject, owner: EntryOwner): boolean =>
  viewer.role !== 'anonymous' && owner.practice === practiceKey(viewer);

/** Whether `viewer` sees an entry; queries say the same in `EntriesRepository`. */
export const canSee = (viewer: Subject, entry: EntryOwner & { isPublished: boolean }): boolean =>
  isPerson(viewer) || entry.isPublished || isOwn(viewer, entry);

/** Equal for viewers who see the same of entries that belong to `owners`. */
export const viewerClass = (viewer: Subject, owners: readonly EntryOwner[]): string => {
  if (hasRole(viewer, 'admin')) return 'all';
  if (!owners.some((owner) => isOwn(viewer, owner))) return 'none';
  return createHash('sha256').update(practiceKey(viewer)).digest('base64url').slice(0, 16);
};

/** Whether the practice of `viewer` owns an entry, or `viewer` is an administrator. */
export const canEdit = (viewer: Subject, owner: EntryOwner): boolean =>
  hasRole(viewer, 'admin') || isOwn(viewer, owner);

/** What `viewer` may do with an entry, as the contract says it. */
export const entryRights = (viewer: Subject, owner: EntryOwner) => ({
  canEdit: canEdit(viewer, owner),
  // Administrators decide what others see of the entries of passes and plans.
  canPublish: hasRole(viewer, 'admin') && !isWrittenByTeam(owner),
});

/** The patient of an entry; `I` is an id as it is stored or sent. */
interface EntryPatient<I> {
  patientName: string;
  patientId?: I | undefined;
  patientBirthYear?: number | undefined;
  patientPlace?: string | undefined;
}

/** Administrators see every patient, others those of their own entries. */
export const visiblePatient = <I>(
  viewer: Subject,
  { patientName, patientId, patientBirthYear, patientPlace }: EntryPatient<I>,
  owner: EntryOwner,
) => {
  const maySeeName = canEdit(viewer, owner);
  return {
    patientName: maySeeName ? patientName : initials(patientName),
    patientNameMasked: !maySeeName,
    patientId: maySeeName && patientName !== '' ? patientId : undefined,
    patientBirthYear: maySeeName ? patientBirthYear : undefined,
    patientPlace: maySeeName ? patientPlace : undefined,
  };
};
