import { Schema, type Connection, type Model } from 'mongoose';
import type { SeenCertificate } from './certificates.js';

/** The certificate that a domain showed last, as stored in `certificates`; one row for each domain. */
export interface CertificateRecord extends SeenCertificate {
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

/** The model of the collection `certificates`; made once for each connection. */
export const certificateModel = (connection: Connection): Model<CertificateRecord> =>
  (connection.models['Certificate'] ??
    connection.model('Certificate', schema)) as unknown as Model<CertificateRecord>;
