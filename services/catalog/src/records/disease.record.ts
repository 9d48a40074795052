import { recordOptions, StoredRecord, withContractFields } from '@ctdb/chassis';
import {
  codeSystems,
  diseaseFieldNames,
  diseaseInput,
  type Disease,
  type DiseaseCode,
  type DiseaseInput,
} from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';

/** A classification code as stored. */
@Schema({ _id: false, strict: 'throw' })
class StoredCode implements DiseaseCode {
  @Prop({ type: String, enum: codeSystems, required: true }) system!: DiseaseCode['system'];
  @Prop({ type: String, required: true }) code!: string;
}

/** A disease as stored. */
@Schema(recordOptions('diseases'))
export class DiseaseRecord extends withContractFields(
  StoredRecord,
  diseaseInput.omit({ codes: true }),
) {
  /** Records of earlier versions have none. */
  @Prop({ type: [StoredCode], default: undefined }) codes?: DiseaseCode[] | undefined;
  @Prop({ type: Date, required: true }) updatedAt!: Date;
  /** When anything of it changed last, the deletion included; the registry catches up by it. */
  @Prop({ type: Date, required: true }) changedAt!: Date;
  /** It came with a new database and no person has edited it. */
  @Prop({ type: Boolean }) isSample?: boolean;
  /** Set once its purge has started: it will not come back. */
  @Prop({ type: Date }) purgedAt?: Date;
}

const shownFields = [
  ...diseaseFieldNames,
  ...(['isSample', 'createdAt', 'updatedAt', 'version'] as const),
];
/** The fields of a stored disease that leave the service, as a projection. */
export const diseaseProjection = Object.fromEntries(shownFields.map((name) => [name, 1 as const]));
/** See {@link diseaseProjection}. */
export type DiseaseSource = Pick<DiseaseRecord, '_id' | (typeof shownFields)[number]>;

/** By field, what a record of an earlier version means, which lacks it. */
const defaults = Object.fromEntries(
  diseaseFieldNames.map((name) => [name, diseaseInput.shape[name].safeParse(undefined).data]),
) as Partial<DiseaseInput>;

/** A stored disease as all readers see it. Not by `toContract`: a start maps 100,000 of them. */
export const toDisease = (record: DiseaseSource): Disease => ({
  id: record._id.toHexString(),
  ...(Object.fromEntries(
    diseaseFieldNames.map((name) => [name, record[name] ?? defaults[name]]),
  ) as DiseaseInput),
  isSample: record.isSample === true,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  version: record.version,
});

/** A classification code as a text: `ICD-10 J45.9`. */
export const toCodeText = ({ system, code }: DiseaseCode): string => `${system} ${code}`;
