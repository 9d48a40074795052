import { createHmac, randomBytes } from 'node:crypto';
import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

const ID = 'installation';
const KEY_BYTES = 32;
const LAST_SERIES = 9;

/** The only row of the collection `installation`: what later databases of this installation must know. */
@Schema(recordOptions('installation'))
export class InstallationRecord {
  @Prop({ type: String, required: true }) _id!: string;
  /** Random, in hex; made once. Receipt codes and the marks of orders at providers are made with it. */
  @Prop({ type: String, required: true }) key!: string;
  /** The digit that numbers of receipts begin with; absent before the first restore. */
  @Prop({ type: String }) receiptSeries?: string;
  /** The restore that began the series: the time of the backup. */
  @Prop({ type: Date }) restoredTo?: Date;
  @Prop({ type: Date }) seriesBegunAt?: Date;
}

/** See {@link InstallationRecord}. */
@Injectable()
export class InstallationRepository extends CollectionRepository<InstallationRecord> {
  private key: Promise<string> | undefined;

  constructor(@InjectModel(InstallationRecord.name) model: Model<InstallationRecord>) {
    super(model);
  }

  /** Makes the key at the first start, so that it is in every backup. */
  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    await this.insertIfMissing({ _id: ID, key: randomBytes(KEY_BYTES).toString('hex') });
  }

  getKey(): Promise<string> {
    this.key ??= this.find().then(({ key }) => key);
    this.key.catch(() => (this.key = undefined));
    return this.key;
  }

  /** An e-mail address, as events and the journal may have it. */
  async hashAddress(email: string): Promise<string> {
    const mac = createHmac('sha256', await this.getKey());
    return mac.update(`address ${email}`, 'utf8').digest('hex');
  }

  /** The digit that numbers of receipts begin with; none before the first restore. */
  async getReceiptSeries(): Promise<string> {
    return (await this.find()).receiptSeries ?? '';
  }

  /**
   * Begins the next series of receipts, or `wanted`, once for each restore; returns its digit and when it
   * began. Numbers that were given after the backup are not known any more, and must not be given again.
   */
  async beginReceiptSeries(
    restoredTo: Date,
    now: Date,
    wanted?: string,
  ): Promise<{ series: string; begunAt: Date }> {
    const { receiptSeries, seriesBegunAt: begunAt, restoredTo: known } = await this.find();
    const isSame = known?.getTime() === restoredTo.getTime();
    if (receiptSeries && begunAt && isSame && (wanted ?? receiptSeries) === receiptSeries)
      return { series: receiptSeries, begunAt };
    const series = wanted ?? nextSeries(receiptSeries);
    const { matchedCount } = await this.updateOne(
      { _id: ID, receiptSeries: receiptSeries ?? { $exists: false } },
      { $set: { receiptSeries: series, restoredTo, seriesBegunAt: now } },
    );
    // Another run was first.
    if (matchedCount === 0) return this.beginReceiptSeries(restoredTo, now, wanted);
    return { series, begunAt: now };
  }

  private async find(): Promise<InstallationRecord> {
    const found = await this.findOne({ _id: ID });
    if (!found) throw new Error('the installation has no record');
    return found;
  }
}

const nextSeries = (series = '0'): string => {
  const next = Number(series) + 1;
  if (next > LAST_SERIES)
    throw new Error('no series of receipts follows: name one that is free in this financial year');
  return String(next);
};
