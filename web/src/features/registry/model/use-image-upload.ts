import type { Image } from '@ctdb/contracts';
import { useEffect, useRef, useState } from 'react';
import { useRequestKey } from '@/lib/request-key';
import { ensureTreatment, uploadImage } from '../api/upload-image';

/** How far an upload is. */
export type UploadStep =
  { phase: 'treatment' | 'processing' } | { phase: 'sending'; sent: number; total: number };

/** What an upload ended with; `cancelled` is no failure. */
export type UploadEnd =
  | { state: 'done'; image: Image }
  | { state: 'cancelled' }
  | { state: 'failed'; step: 'treatment' | 'upload'; error: unknown };

type Fields = Parameters<typeof uploadImage>[0]['fields'];

/** Uploads one image after another for a disease, whose treatment is created where there is none. */
export const useImageUpload = (diseaseId: string, treatmentId: string | undefined) => {
  const [step, setStep] = useState<UploadStep>();
  const [created, setCreated] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const request = useRequestKey();
  const cancel = () => running.current?.abort();
  // Nobody is left who could be told of its end.
  useEffect(() => () => running.current?.abort(), []);

  const run = async (file: File, fields: Fields, signal: AbortSignal): Promise<UploadEnd> => {
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

  const start = async (file: File, fields: Fields): Promise<UploadEnd> => {
    const controller = new AbortController();
    running.current = controller;
    const end = await run(file, fields, controller.signal);
    setStep(undefined);
    return end;
  };

  return { step, start, cancel, created: created !== undefined };
};
