import {
  commandFingerprint,
  deterministicId,
  newRecord,
  outboxEntry,
  outboxIndex,
  recordOptions,
  RecordRepository,
  StoredRecord,
  type MessageContext,
} from '@ctdb/chassis';
import { domainProviderEvents, setDomainProvider } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

const ID = deterministicId('domain_provider', 'installation');

/** The hosting provider of this installation: one record. */
@Schema(recordOptions('domain_provider'))
export class DomainProviderRecord extends StoredRecord {
  /** Of the provider's dashboard; empty before it is set. */
  @Prop({ type: String, default: '' }) url!: string;
}

/** See {@link DomainProviderRecord}. */
@Injectable()
export class DomainProviderRepository extends RecordRepository<DomainProviderRecord> {
  constructor(@InjectModel(DomainProviderRecord.name) model: Model<DomainProviderRecord>) {
    super(model, [{ name: 'outbox', key: outboxIndex }]);
  }

  async get(): Promise<{ url: string }> {
    return { url: (await this.findById(ID))?.url ?? '' };
  }

  async set(after: string, context: MessageContext): Promise<{ url: string }> {
    await this.insertIfMissing({ ...newRecord(ID, new Date()), url: '' });
    const command = commandFingerprint(context, setDomainProvider.name, { after });
    const { url } = await this.change(ID, command, (record) => {
      const before = record?.url ?? '';
      if (before === after) return null;
      const event = outboxEntry(domainProviderEvents.changed, { before, after });
      return { set: { url: after }, event };
    });
    return { url };
  }
}
