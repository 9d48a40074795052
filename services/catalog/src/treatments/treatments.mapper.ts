import type { Protocol, Treatment } from '@ctdb/contracts';
import type { TreatmentRecord } from './treatments.schema.js';

/** A stored treatment without what hangs on it, as everybody sees it. */
export const toTreatment = (record: TreatmentRecord): Treatment => {
  const { engine, translatedAt, needsReview, outdated } = record.translation;
  return {
    id: record._id.toHexString(),
    diseaseId: record.diseaseId.toHexString(),
    descriptionEn: record.descriptionEn,
    descriptionKn: record.descriptionKn,
    translation: {
      ...(engine !== undefined && { engine }),
      ...(translatedAt && { translatedAt: translatedAt.toISOString() }),
      needsReview,
      outdated,
    },
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    version: record.version,
  };
};

/** The protocols of a stored treatment, in their order. */
export const toProtocols = (record: TreatmentRecord): Protocol[] =>
  record.protocols.map((protocol) => ({
    id: protocol._id.toHexString(),
    treatmentId: record._id.toHexString(),
    color: protocol.color,
    applicationArea: protocol.applicationArea,
    duration: protocol.duration,
    frequency: protocol.frequency,
    createdAt: protocol.createdAt.toISOString(),
  }));
