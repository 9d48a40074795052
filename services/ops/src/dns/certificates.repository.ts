import { MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model } from 'mongoose';
import { certificateModel, type CertificateRecord } from './certificate.schema.js';

const DUPLICATE_KEY = 11_000;

/** The certificates that were seen last. */
@Injectable()
export class CertificatesRepository {
  private readonly model: Model<CertificateRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = certificateModel(connection);
  }

  /** What `domain` showed last. */
  async last(domain: string): Promise<CertificateRecord | null> {
    return this.model.findById(domain).lean<CertificateRecord>().exec();
  }

  /** Takes the place of what was seen before. */
  async keep({ _id, ...seen }: CertificateRecord): Promise<void> {
    const write = () => this.model.updateOne({ _id }, { $set: seen }, { upsert: true });
    try {
      await write();
    } catch (error) {
      // Two replicas that both make the row: the second try finds it.
      if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY)) throw error;
      await write();
    }
  }
}
