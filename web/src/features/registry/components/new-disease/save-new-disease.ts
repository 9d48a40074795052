import { type Disease, diseaseInput, type DiseaseInput, objectId } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ensureTreatment } from '@/features/registry/api/changes';
import { registryKeys } from '@/features/registry/api/queries';
import { call, isCode, routes } from '@/lib/api';
import { upload } from '@/lib/api/upload';
import { useRequestKey } from '@/lib/request-key';
import { toDiseaseBody, toDiseaseValues } from '../forms/disease-fields';
import { descriptionValues, toBody, toValues } from '../treatment/description-form';
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

  /** The disease that an attempt before has saved; undefined if it was deleted meanwhile. */
  const updateDisease = (id: string, body: DiseaseInput): Promise<Disease | undefined> =>
    call(routes.updateDisease, { params: { id }, body }).catch((error: unknown) => {
      if (!isCode(error, 'NOT_FOUND')) throw error;
      return undefined;
    });
  const saveTreatment = async (saved: Saved & { diseaseId: string }, values: NewDisease) => {
    const texts = toBody(descriptionValues.strip().parse(values));
    const body = { diseaseId: saved.diseaseId, ...texts };
    const { id, isNew } = saved.treatmentId
      ? { id: saved.treatmentId, isNew: false }
      : await ensureTreatment(body, treatmentRequest.keyFor(body));
    if (!isNew) await call(routes.updateTreatment, { params: { id }, body: texts });
    return id;
  };
  const uploadPhotos = async (treatmentId: string, photos: readonly Photo[], steps: Steps) => {
    for (const photo of photos) {
      steps.onUploading(photo);
      const texts = { title: titleOf(photo), titleKn: '', description: '', descriptionKn: '' };
      const fields = { treatmentId, type: 'treatment_area', ...texts };
      try {
        await upload(routes.uploadImage, { fields, file: ['image', photo.file] });
        steps.onUploaded(photo);
      } catch (error) {
        steps.onUploaded(photo, error);
      }
    }
  };

  return async (values: NewDisease, photos: readonly Photo[], steps: Steps): Promise<Disease> => {
    try {
      const input = diseaseInput.strip().parse(values);
      const { diseaseId } = values.saved;
      const updated = diseaseId === undefined ? undefined : await updateDisease(diseaseId, input);
      const body = toDiseaseBody(input);
      const idempotencyKey = diseaseRequest.keyFor(body);
      const disease = updated ?? (await call(routes.createDisease, { body, idempotencyKey }));
      const ids = { diseaseId: disease.id, name: disease.nameEn };
      const saved = { ...(updated && values.saved), ...ids };
      steps.onSaved(saved);
      const { descriptionEn, descriptionKn, protocols } = values;
      const hadTreatment = saved.treatmentId !== undefined;
      const filled = [descriptionEn, descriptionKn, protocols, photos];
      if (!hadTreatment && !filled.some(({ length }) => length)) return disease;
      const treatmentId = await saveTreatment(saved, values);
      steps.onSaved({ ...saved, treatmentId });
      if (protocols.length > 0 || hadTreatment) {
        const params = { id: treatmentId };
        await call(routes.replaceProtocols, { params, body: toProtocolBody(values) });
      }
      await uploadPhotos(treatmentId, photos, steps);
      return disease;
    } finally {
      await client.invalidateQueries({ queryKey: registryKeys.all });
    }
  };
};
