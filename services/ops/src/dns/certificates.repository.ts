import { isDuplicateKey, MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Schema, type Connection, type Model } from 'mongoose';
import type { ParsedCertificate } from './certificates.js';

/** The certificate that a domain showed last, as stored in `certificates`; one row for each domain. */
export interface CertificateRecord extends ParsedCertificate {
  /** The domain, in punycode. */
  readonly _id: string;
  readonly checkedAt: Date;
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    subject: { type: String, default: '' },
    issuer: { type: String, default: '' },
    names: { type: [String], required: true },
    validFrom: { type: Date, required: true },
    validTo: { type: Date, required: true },
    lasting: { type: [String], required: true },
    checkedAt: { type: Date, required: true },
  },
  {
    collection: 'certificates',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
  },
);

/** The last certificate of each domain. */
@Injectable()
export class CertificatesRepository {
  private readonly model: Model<CertificateRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = (connection.models['Certificate'] ??
      connection.model('Certificate', schema)) as unknown as Model<CertificateRecord>;
  }

  async find(domain: string): Promise<CertificateRecord | null> {
    return this.model.findById(domain).lean<CertificateRecord>().exec();
  }

  /** Replaces the last one. */
  async save({ _id, ...seen }: CertificateRecord): Promise<void> {
    const write = () => this.model.updateOne({ _id }, { $set: seen }, { upsert: true });
    try {
      await write();
    } catch (error) {
      // Two replicas that both make the row: the second try finds it.
      if (!isDuplicateKey(error)) throw error;
      await write();
    }
  }
}
