import { recordOptions, StoredRecord, toContract, withContractFields } from '@ctdb/chassis';
import {
  historyInput,
  noteInput,
  protocol,
  protocolFieldNames,
  treatment,
  type Protocol,
  type Treatment,
} from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** Where the Kannada text comes from, as stored. */
@Schema({ _id: false, strict: 'throw' })
export class StoredTranslation {
  @Prop({ type: String }) engine?: string | undefined;
  @Prop({ type: Date }) translatedAt?: Date | undefined;
  @Prop({ type: Boolean }) needsReview!: boolean;
  @Prop({ type: Boolean }) outdated!: boolean;
}

/** An added color as it was when the protocol was stored. */
@Schema({ _id: false, strict: 'throw' })
export class StoredColorLook {
  @Prop({ type: String, required: true }) nameEn!: string;
  @Prop({ type: String, required: true }) nameKn!: string;
  @Prop({ type: String, required: true }) value!: string;
}

/** A protocol as stored, inside its treatment. */
@Schema({ strict: 'throw' })
export class StoredProtocol {
  @Prop({ type: SchemaTypes.ObjectId, required: true }) _id!: Types.ObjectId;
  @Prop({ type: String, required: true }) color!: string;
  @Prop({ type: StoredColorLook }) colorLook?: StoredColorLook;
  @Prop({ type: String, required: true }) applicationArea!: string;
  @Prop({ type: String }) applicationAreaKn?: string;
  @Prop({ type: String, required: true }) duration!: string;
  @Prop({ type: String }) durationKn?: string;
  @Prop({ type: String, required: true }) frequency!: string;
  @Prop({ type: String }) frequencyKn?: string;
  @Prop({ type: Date, required: true }) createdAt!: Date;
}

/** A treatment as stored. It is never in the trash by itself: it follows its disease. */
@Schema(recordOptions('treatments'))
export class TreatmentRecord extends StoredRecord {
  @Prop({ type: SchemaTypes.ObjectId, required: true }) diseaseId!: Types.ObjectId;
  @Prop({ type: String, required: true }) descriptionEn!: string;
  @Prop({ type: String, required: true }) descriptionKn!: string;
  @Prop({ type: StoredTranslation, required: true }) translation!: StoredTranslation;
  @Prop({ type: [StoredProtocol] }) protocols!: StoredProtocol[];
  /** It came with a new database and no person has edited it. */
  @Prop({ type: Boolean }) isSample?: boolean;
  @Prop({ type: Date, required: true }) updatedAt!: Date;
}

/** The filter of treatments with protocols of added colors. */
export const withAddedColor = { 'protocols.colorLook': { $exists: true } };

/** Stands in for a description that is not written yet. */
export const placeholder = {
  en: 'Treatment details will be added soon.',
  kn: 'ಚಿಕಿತ್ಸೆಯ ವಿವರಗಳನ್ನು ಶೀಘ್ರದಲ್ಲೇ ಸೇರಿಸಲಾಗುವುದು.',
} as const;

/** A record that belongs to a treatment. */
@Schema()
export abstract class EntryRecord extends StoredRecord {
  @Prop({ type: SchemaTypes.ObjectId, required: true }) treatmentId!: Types.ObjectId;
  /** The treatment's disease, which hides the entry while it is in the trash. */
  @Prop({ type: SchemaTypes.ObjectId, required: true }) diseaseId!: Types.ObjectId;
  /** Who entered it; see `subjectKey`. */
  @Prop({ type: String, required: true }) enteredBy!: string;
  /** The practice that owns it; see `practiceKey`. */
  @Prop({ type: String, required: true }) practice!: string;
  /** All readers see it; else its practice and the team alone. */
  @Prop({ type: Boolean, required: true }) isPublished!: boolean;
  /** When it was added, corrected, deleted or restored last; absent in records of earlier versions. */
  @Prop({ type: Date }) changedAt?: Date;
  /** When it was corrected last. */
  @Prop({ type: Date }) editedAt?: Date;
  /** It came with a new database and no person has corrected it. */
  @Prop({ type: Boolean }) isSample?: boolean;
  /** Its purge has started: the event of it is stored, the entry goes when that is published. */
  @Prop({ type: Date }) purgedAt?: Date;
}

/** A note as stored. */
@Schema(recordOptions('notes'))
export class NoteRecord extends withContractFields(
  EntryRecord,
  noteInput.omit({ treatmentId: true }),
) {}

/** A history entry as stored. */
@Schema(recordOptions('history'))
export class HistoryRecord extends withContractFields(
  EntryRecord,
  historyInput.omit({ treatmentId: true, date: true, patientId: true, newPatient: true }),
) {
  @Prop({ type: Date, required: true }) date!: Date;
  /** Counts patients; see `patientKey`. */
  @Prop({ type: String, required: true }) patientKey!: string;
  /** Absent in samples, and in entries of earlier versions until `PracticesService` has run. */
  @Prop({ type: SchemaTypes.ObjectId }) patientId?: Types.ObjectId;
  /** Its patient before the first merge that moved the entry; the merge is undone by it. */
  @Prop({ type: SchemaTypes.ObjectId }) originalPatientId?: Types.ObjectId | null;
}

/** A treatment as all readers see it. */
export const toTreatment = (record: TreatmentRecord): Treatment => toContract(treatment, record);

/** Its protocols, in their order. */
export const toProtocols = ({ _id, protocols }: TreatmentRecord): Protocol[] =>
  protocols.map((each) => toContract(protocol, { ...each, treatmentId: _id }));

type ProtocolTexts = Record<(typeof protocolFieldNames)[number], string>;

/** The texts of a protocol by the names of its fields; an added color by its English name. */
export const toProtocolTexts = (stored: StoredProtocol): ProtocolTexts => {
  const texts = protocolFieldNames.map((name) => [name, stored[name] ?? '']);
  const color = stored.colorLook?.nameEn ?? stored.color;
  return { ...(Object.fromEntries(texts) as ProtocolTexts), color };
};
