import { recordOptions, StoredRecord } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** What a patient takes over from another one that becomes the same, unless it has its own. */
export const inheritedFields = ['followUpOn', 'birthYear', 'place'] as const;

/**
 * A patient as stored. One that was merged or erased is deleted, and stays: no name brings it back. So does,
 * without a name, one whose last entry got the name of another one.
 */
@Schema(recordOptions('patients'))
export class PatientRecord extends StoredRecord {
  /** The practice that owns the patient's entries; see `practiceKey`. */
  @Prop({ type: String, required: true }) practice!: string;
  /** Blank once the patient is erased. */
  @Prop({ type: String }) name!: string;
  /** The patient's, as the name is; they tell patients of one name apart. */
  @Prop({ type: Number }) birthYear?: number | null;
  @Prop({ type: String }) place?: string;
  /** Made for an entry whose name several patients had; a person has to say who it is. */
  @Prop({ type: Boolean }) isUndecided?: boolean;
  /** The folded name. */
  @Prop({ type: String }) sortName!: string;
  /** `nameWords` of the name. */
  @Prop({ type: [String], default: undefined }) searchWords?: string[];
  /**
   * `patientKey` of the name, unique in each practice, so that requests at a time make one patient of a new name;
   * with the id behind it for further patients of the name; `erased:` and the id once the patient is erased.
   */
  @Prop({ type: String, required: true }) key!: string;
  /** The day of the next visit, `2026-01-05`. */
  @Prop({ type: String, default: null }) followUpOn!: string | null;
  /** The patient of whom this one was another spelling. */
  @Prop({ type: SchemaTypes.ObjectId }) mergedInto?: Types.ObjectId | null;
  /** When it was merged; absent in merges of earlier versions, which cannot be undone. */
  @Prop({ type: Date }) mergedAt?: Date | null;
  /** What `mergedInto` took over from this patient. */
  @Prop({ type: [String], default: undefined }) takenFields?: (typeof inheritedFields)[number][];
  /** Its merge into this patient is being undone: entries are on their way back. */
  @Prop({ type: SchemaTypes.ObjectId }) returningFrom?: Types.ObjectId | null;
  @Prop({ type: Date }) erasedAt?: Date;
  /** Until when backups hold the name of an erased patient. */
  @Prop({ type: Date }) backupsUntil?: Date;
  /** Entries of the erased name whose owner the version before did not know: they may be of this patient. */
  @Prop({ type: [SchemaTypes.ObjectId], default: undefined })
  unownedEntryIds?: Types.ObjectId[];
}
