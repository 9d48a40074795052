import type { Image, routes as contracts } from '@ctdb/contracts';
import type { z } from 'zod';
import { call, isCode, routes } from '@/lib/api';
import { upload } from '@/lib/api/upload';

type Fields = Omit<z.output<typeof contracts.uploadImage.body>, 'treatmentId'>;

interface UploadOfImage {
  treatmentId: string;
  file: File;
  fields: Fields;
  signal: AbortSignal;
  onSent: (sent: number, total: number) => void;
}

/** Sends an image; answers when it is ready. */
export const uploadImage = (what: UploadOfImage): Promise<Image> =>
  upload(routes.uploadImage, {
    fields: { treatmentId: what.treatmentId, ...what.fields },
    file: ['image', what.file],
    signal: what.signal,
    onSent: what.onSent,
  });

/** The id of the disease's treatment; one with placeholder texts is created where there is none. */
export const ensureTreatment = async (diseaseId: string, key: string): Promise<string> => {
  try {
    const body = { diseaseId };
    return (await call(routes.createTreatment, { body, idempotencyKey: key })).id;
  } catch (error) {
    if (!isCode(error, 'TREATMENT_EXISTS')) throw error;
    // Somebody else was quicker.
    return (await call(routes.getTreatmentOfDisease, { params: { diseaseId } })).id;
  }
};
