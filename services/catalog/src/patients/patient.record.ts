import { recordOptions, StoredRecord } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';

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
  /** The folded name. */
  @Prop({ type: String }) sortName!: string;
  /** `nameWords` of the name. */
  @Prop({ type: [String], default: undefined }) searchWords?: string[];
  /**
   * `patientKey` of the name, unique in each practice; with the id where the practice has another patient of
   * the name; `erased:` and the id once the patient is erased.
   */
  @Prop({ type: String, required: true }) key!: string;
  /** The day of the next visit, `2026-01-05`. */
  @Prop({ type: String, default: null }) followUpOn!: string | null;
  /** The patient of whom this one was another spelling. */
  @Prop({ type: MongooseSchema.Types.ObjectId }) mergedInto?: Types.ObjectId | null;
  @Prop({ type: Date }) erasedAt?: Date;
  /** Until when backups hold the name of an erased patient. */
  @Prop({ type: Date }) backupsUntil?: Date;
  /** Entries of the erased name whose owner the version before did not know: they may be of this patient. */
  @Prop({ type: [MongooseSchema.Types.ObjectId], default: undefined })
  unownedEntryIds?: Types.ObjectId[];
}
