import { outboxIndex, recordOptions, RecordRepository, StoredRecord } from '@ctdb/chassis';
import { legalPages, type LegalPageName } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** A public page: one record each, made of the first version. */
@Schema(recordOptions('legal_pages'))
export class LegalPageRecord extends StoredRecord {
  @Prop({ type: String, enum: legalPages, required: true }) page!: LegalPageName;
  @Prop({ type: String, required: true }) textEn!: string;
  @Prop({ type: String, required: true }) textKn!: string;
  @Prop({ type: Boolean, required: true }) isDraft!: boolean;
  /** Absent while the page has its first version. */
  @Prop({ type: Date }) changedAt?: Date;
}

/** The collection `legal_pages`. */
@Injectable()
export class LegalPagesRepository extends RecordRepository<LegalPageRecord> {
  constructor(@InjectModel(LegalPageRecord.name) model: Model<LegalPageRecord>) {
    super(model, [{ name: 'outbox', key: outboxIndex }]);
  }

  /** Returns the stored record with the id of `first`, which is stored if there is none. */
  async getOrInsert(first: LegalPageRecord): Promise<LegalPageRecord> {
    const stored = await this.findById(first._id);
    if (stored) return stored;
    if (await this.insertIfMissing(first)) return first;
    return this.getOrInsert(first);
  }
}
