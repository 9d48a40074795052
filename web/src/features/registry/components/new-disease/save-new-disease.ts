import { diseaseInput, type Disease, objectId } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { registryKeys } from '@/features/registry/api/queries';
import { uploadImage } from '@/features/registry/model/use-image-upload';
import { call, isCode, routes } from '@/lib/api';
import { useRequestKey } from '@/lib/request-key';
import { toDiseaseBody, toDiseaseValues } from '../forms/disease-form';
import { descriptionValues, toBody, toValues } from '../treatment/description-fields';
import { protocolValues, toProtocolBody } from '../treatment/protocol-form';
import { type Photo, titleOf } from './photos-field';

/**
 * A new disease with its treatment and protocols. `saved` is what an attempt that failed later has saved: the next
 * attempt changes it. It is a part of the draft, so that a reload makes no second disease. `photoCount` says that
 * photos were chosen, which no draft keeps.
 */
export const newDiseaseValues = z.strictObject({
  ...diseaseInput.shape,
  ...descriptionValues.shape,
  ...protocolValues.shape,
  saved: z.strictObject({ diseaseId: objectId, name: z.string(), treatmentId: objectId }).partial(),
  photoCount: z.number(),
});
type NewDisease = z.output<typeof newDiseaseValues>;
type Saved = NewDisease['saved'];

export const emptyNewDisease = (): z.input<typeof newDiseaseValues> => ({
  ...toDiseaseValues(),
  ...toValues({ descriptionEn: '', descriptionKn: '' }),
  protocols: [],
  saved: {},
  photoCount: 0,
});

/** What the page does at the steps of {@link useSaveNewDisease}. */
interface Steps {
  onSaved: (saved: Saved) => void;
  onUploading: (photo: Photo) => void;
  /** With the error of a photo that was refused; the others go on. */
  onUploaded: (photo: Photo, error?: unknown) => void;
}

/** Saves a disease, then its treatment and protocols, then its photos. It throws the error of the step that fails. */
export const useSaveNewDisease = () => {
  const client = useQueryClient();
  const diseaseRequest = useRequestKey();
  const treatmentRequest = useRequestKey();

  const createDisease = (values: NewDisease): Promise<Disease> => {
    const body = toDiseaseBody(diseaseInput.strip().parse(values));
    return call(routes.createDisease, { body, idempotencyKey: diseaseRequest.keyFor(body) });
  };
  const saveDisease = async (values: NewDisease): Promise<Disease> => {
    const id = values.saved.diseaseId;
    if (id === undefined) return createDisease(values);
    const body = diseaseInput.strip().parse(values);
    try {
      return await call(routes.updateDisease, { params: { id }, body });
    } catch (error) {
      if (!isCode(error, 'NOT_FOUND')) throw error;
      // It was deleted meanwhile.
      values.saved = {};
      return createDisease(values);
    }
  };
  const saveTreatment = async (diseaseId: string, values: NewDisease): Promise<string> => {
    const texts = toBody(descriptionValues.strip().parse(values));
    let id = values.saved.treatmentId;
    if (id === undefined) {
      const body = { diseaseId, ...texts };
      try {
        const idempotencyKey = treatmentRequest.keyFor(body);
        return (await call(routes.createTreatment, { body, idempotencyKey })).id;
      } catch (error) {
        if (!isCode(error, 'TREATMENT_EXISTS')) throw error;
        id = (await call(routes.getTreatmentOfDisease, { params: { diseaseId } })).id;
      }
    }
    await call(routes.updateTreatment, { params: { id }, body: texts });
    return id;
  };

  const run = async (values: NewDisease, photos: readonly Photo[], steps: Steps) => {
    const disease = await saveDisease(values);
    const saved: Saved = { ...values.saved, diseaseId: disease.id, name: disease.nameEn };
    steps.onSaved(saved);
    const { descriptionEn, descriptionKn, protocols } = values;
    const hadTreatment = saved.treatmentId !== undefined;
    const isFilled = [descriptionEn, descriptionKn, protocols, photos].some(({ length }) => length);
    if (!hadTreatment && !isFilled) return disease;
    const treatmentId = await saveTreatment(disease.id, values);
    steps.onSaved({ ...saved, treatmentId });
    if (protocols.length > 0 || hadTreatment)
      await call(routes.replaceProtocols, {
        params: { id: treatmentId },
        body: toProtocolBody(values),
      });
    for (const photo of photos) {
      steps.onUploading(photo);
      try {
        const texts = { title: titleOf(photo), titleKn: '', description: '', descriptionKn: '' };
        await uploadImage({
          treatmentId,
          file: photo.file,
          fields: { type: 'treatment_area', ...texts },
          signal: new AbortController().signal,
          onSent: () => undefined,
        });
        steps.onUploaded(photo);
      } catch (error) {
        steps.onUploaded(photo, error);
      }
    }
    return disease;
  };

  return async (...given: Parameters<typeof run>): Promise<Disease> => {
    try {
      return await run(...given);
    } finally {
      await client.invalidateQueries({ queryKey: registryKeys.all });
    }
  };
};
