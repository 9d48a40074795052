import type { Image, imageInput, PartInput, routes as contracts } from '@ctdb/contracts';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { call, isCode, routes } from '@/lib/api';
import { upload } from '@/lib/api/upload';
import { useRequestKey } from '@/lib/request-key';

/** Creates the treatment of a disease. If there is one already, leaves that as it is. */
export const ensureTreatment = async (
  body: PartInput<typeof contracts.createTreatment, 'body'>,
  idempotencyKey: string,
) => {
  try {
    const { id } = await call(routes.createTreatment, { body, idempotencyKey });
    return { id, isNew: true };
  } catch (error) {
    if (!isCode(error, 'TREATMENT_EXISTS')) throw error;
    // Another administrator has created the treatment first.
    const params = { diseaseId: body.diseaseId };
    const { id } = await call(routes.getTreatmentOfDisease, { params });
    return { id, isNew: false };
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

  const onSent = (sent: number, total: number) =>
    setStep(sent < total ? { phase: 'sending', sent, total } : { phase: 'processing' });
  const start = async (file: File, about: z.output<typeof imageInput>): Promise<UploadResult> => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let target = treatmentId ?? created;
    try {
      if (target === undefined) {
        setStep({ phase: 'treatment' });
        const body = { diseaseId };
        target = (await ensureTreatment(body, request.keyFor(body))).id;
        setCreated(target);
      }
      onSent(0, file.size);
      const image = await upload(routes.uploadImage, {
        fields: { treatmentId: target, ...about },
        file: ['image', file],
        signal,
        onSent,
      });
      return { state: 'done', image };
    } catch (error) {
      if (signal.aborted) return { state: 'cancelled' };
      return { state: 'failed', step: target === undefined ? 'treatment' : 'upload', error };
    } finally {
      setStep(undefined);
    }
  };

  return { step, start, cancel };
};
