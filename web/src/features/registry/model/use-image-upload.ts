import type { Image, routes as contracts } from '@ctdb/contracts';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { call, isCode, routes } from '@/lib/api';
import { upload } from '@/lib/api/upload';
import { useRequestKey } from '@/lib/request-key';

type Fields = Omit<z.output<typeof contracts.uploadImage.body>, 'treatmentId'>;

interface UploadImageParams {
  treatmentId: string;
  file: File;
  fields: Fields;
  signal: AbortSignal;
  onSent: (sent: number, total: number) => void;
}

/** Sends an image; answers when it is ready. */
export const uploadImage = (what: UploadImageParams): Promise<Image> =>
  upload(routes.uploadImage, {
    fields: { treatmentId: what.treatmentId, ...what.fields },
    file: ['image', what.file],
    signal: what.signal,
    onSent: what.onSent,
  });

/** The id of the disease's treatment; creates one with placeholder texts if there is none. */
const ensureTreatment = async (diseaseId: string, key: string): Promise<string> => {
  try {
    const body = { diseaseId };
    return (await call(routes.createTreatment, { body, idempotencyKey: key })).id;
  } catch (error) {
    if (!isCode(error, 'TREATMENT_EXISTS')) throw error;
    // Another administrator has created the treatment first.
    return (await call(routes.getTreatmentOfDisease, { params: { diseaseId } })).id;
  }
};

/** Progress of an upload. */
export type UploadStep =
  | { phase: 'treatment' | 'processing' }
  | { phase: 'sending'; sent: number; total: number };

/** Result of an upload; `cancelled` is no failure. */
type UploadResult =
  | { state: 'done'; image: Image }
  | { state: 'cancelled' }
  | { state: 'failed'; step: 'treatment' | 'upload'; error: unknown };

/** Uploads images of a disease, one at a time; creates its treatment if there is none. */
export const useImageUpload = (diseaseId: string, treatmentId: string | undefined) => {
  const [step, setStep] = useState<UploadStep>();
  const [created, setCreated] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const request = useRequestKey();
  const cancel = () => running.current?.abort();
  // Abort the upload on unmount, because no component can show its result.
  useEffect(() => () => running.current?.abort(), []);

  const run = async (file: File, fields: Fields, signal: AbortSignal): Promise<UploadResult> => {
    let target = treatmentId ?? created;
    if (target === undefined) {
      setStep({ phase: 'treatment' });
      try {
        target = await ensureTreatment(diseaseId, request.keyFor(diseaseId));
      } catch (error) {
        return { state: 'failed', step: 'treatment', error };
      }
      setCreated(target);
    }
    const onSent = (sent: number, total: number) =>
      setStep(sent < total ? { phase: 'sending', sent, total } : { phase: 'processing' });
    onSent(0, file.size);
    try {
      const image = await uploadImage({ treatmentId: target, file, fields, signal, onSent });
      return { state: 'done', image };
    } catch (error) {
      return signal.aborted ? { state: 'cancelled' } : { state: 'failed', step: 'upload', error };
    }
  };

  const start = async (file: File, fields: Fields): Promise<UploadResult> => {
    const controller = new AbortController();
    running.current = controller;
    const end = await run(file, fields, controller.signal);
    setStep(undefined);
    return end;
  };

  return { step, start, cancel, created: created !== undefined };
};
