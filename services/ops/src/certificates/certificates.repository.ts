import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { CertificateProblem, ParsedCertificate } from '../dns/certificates.js';

/** The certificate that a domain presented last; one row for each domain. */
@Schema(recordOptions('certificates'))
export class CertificateRecord implements ParsedCertificate {
  /** The domain, in punycode. */
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, default: '' }) subject!: string;
  @Prop({ type: String, default: '' }) issuer!: string;
  @Prop({ type: [String], required: true }) names!: string[];
  @Prop({ type: Date, required: true }) validFrom!: Date;
  @Prop({ type: Date, required: true }) validTo!: Date;
  @Prop({ type: [String], required: true }) lasting!: CertificateProblem[];
  @Prop({ type: Date, required: true }) checkedAt!: Date;
}

/** The last certificate of each domain. */
@Injectable()
export class CertificatesRepository extends CollectionRepository<CertificateRecord> {
  constructor(@InjectModel(CertificateRecord.name) model: Model<CertificateRecord>) {
    super(model);
  }

  find(domain: string): Promise<CertificateRecord | null> {
    return this.findOne({ _id: domain });
  }

  /** Replaces the last one. */
  async save({ _id, ...certificate }: CertificateRecord): Promise<void> {
    await this.upsert({ _id }, { $set: certificate });
  }
}
