import { diseaseInput, type Disease, objectId } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { call, routes } from '@/lib/api';
import { useRequestKey } from '@/lib/request-key';
import { registryKeys } from '@/features/registry/api/queries';
import { descriptionValues, toBody, toValues } from '../treatment/description-fields';
import { protocolValues, toProtocolBody } from '../treatment/protocol-form';
import type { Photo } from './photos-field';
import { toDiseaseBody, toDiseaseValues } from '../forms/disease-form';
import { uploadImage } from '@/features/registry/model/use-image-upload';

/**
 * A new disease with its treatment and protocols. `saved` names what an attempt that failed later has saved: the
 * next attempt changes it. It is a part of the draft, so that a reload makes no second disease.
 */
export const newDiseaseValues = z.strictObject({
  ...diseaseInput.shape,
  ...descriptionValues.shape,
  ...protocolValues.shape,
  saved: z.strictObject({ diseaseId: objectId, treatmentId: objectId }).partial(),
});
type NewDisease = z.output<typeof newDiseaseValues>;

export const emptyNewDisease = (): z.input<typeof newDiseaseValues> => ({
  ...toDiseaseValues(),
  ...toValues({ descriptionEn: '', descriptionKn: '' }),
  protocols: [],
  saved: {},
});

const noTexts = {
  type: 'treatment_area',
  titleKn: '',
  description: '',
  descriptionKn: '',
} as const;

/** What the page shows of the steps of {@link useSaveNewDisease}. */
interface Steps {
  onSaved: (ids: NewDisease['saved']) => void;
  onUploading: (photo: Photo | undefined) => void;
  onUploaded: (photo: Photo) => void;
}

/**
 * Saves a disease, then its treatment and protocols, then its photos. It throws the error of the first step that
 * fails, an AbortError if the reader leaves the page.
 */
export const useSaveNewDisease = () => {
  const client = useQueryClient();
  const diseaseRequest = useRequestKey();
  const treatmentRequest = useRequestKey();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const saveDisease = (values: NewDisease): Promise<Disease> => {
    const fields = diseaseInput.strip().parse(values);
    const id = values.saved.diseaseId;
    if (id !== undefined) return call(routes.updateDisease, { params: { id }, body: fields });
    const body = toDiseaseBody(fields);
    return call(routes.createDisease, { body, idempotencyKey: diseaseRequest.keyFor(body) });
  };
  const saveTreatment = async (diseaseId: string, values: NewDisease): Promise<string> => {
    const texts = toBody(descriptionValues.strip().parse(values));
    const id = values.saved.treatmentId;
    if (id === undefined) {
      const body = { diseaseId, ...texts };
      const idempotencyKey = treatmentRequest.keyFor(body);
      return (await call(routes.createTreatment, { body, idempotencyKey })).id;
    }
    if (texts.descriptionEn || texts.descriptionKn)
      await call(routes.updateTreatment, { params: { id }, body: texts });
    return id;
  };

  const run = async (values: NewDisease, photos: readonly Photo[], steps: Steps) => {
    const { signal } = leaving.current;
    const disease = await saveDisease(values);
    steps.onSaved({ ...values.saved, diseaseId: disease.id });
    const { descriptionEn, descriptionKn, protocols, saved } = values;
    const hasTexts = Boolean(descriptionEn || descriptionKn);
    const hasTreatment = hasTexts || protocols.length > 0 || photos.length > 0;
    if (!hasTreatment && saved.treatmentId === undefined) return disease;
    const treatmentId = await saveTreatment(disease.id, values);
    steps.onSaved({ diseaseId: disease.id, treatmentId });
    if (protocols.length > 0 || saved.treatmentId !== undefined)
      await call(routes.replaceProtocols, {
        params: { id: treatmentId },
        body: toProtocolBody(values),
      });
    for (const photo of photos) {
      steps.onUploading(photo);
      await uploadImage({
        treatmentId,
        file: photo.file,
        fields: { ...noTexts, title: photo.title.trim() || photo.file.name },
        signal,
        onSent: () => undefined,
      });
      steps.onUploaded(photo);
    }
    signal.throwIfAborted();
    return disease;
  };

  return async (...given: Parameters<typeof run>): Promise<Disease> => {
    try {
      return await run(...given);
    } finally {
      given[2].onUploading(undefined);
      await client.invalidateQueries({ queryKey: registryKeys.all });
    }
  };
};
