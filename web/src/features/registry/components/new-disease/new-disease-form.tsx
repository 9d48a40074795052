import type { Disease } from '@ctdb/contracts';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '@/components/record-form';
import { useDraft } from '@/lib/drafts';
import { useErrorMessages } from '@/lib/error-messages';
import { contractResolver, showServerErrors } from '@/lib/form';
import { toast } from '@/lib/toast';
import { DescriptionFields } from '../treatment/description-fields';
import { ProtocolRows } from '../treatment/protocol-form';
import { DiseaseFields } from '../forms/disease-form';
import { type Photo, PhotosField } from './photos-field';
import { emptyNewDisease, newDiseaseValues, useSaveNewDisease } from './save-new-disease';

function Section({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <h2 className="text-lg font-semibold">
        {title}
        <span className="text-base font-normal text-ink-3"> ({t('field.optional')})</span>
      </h2>
      {children}
    </section>
  );
}

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

interface NewDiseaseFormProps {
  /** Is called when everything is saved. */
  onSaved: (disease: Disease) => Promise<unknown>;
}

/** A new disease with its treatment, protocols and photos, all saved by one button. */
export function NewDiseaseForm({ onSaved }: NewDiseaseFormProps) {
  const { t } = useTranslation(['forms', 'registry', 'images', 'common']);
  const { errorText } = useErrorMessages();
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [uploading, setUploading] = useState<Photo>();
  const save = useSaveNewDisease();
  const form = useForm({
    resolver: contractResolver(newDiseaseValues),
    defaultValues: emptyNewDisease(),
  });
  const draft = useDraft('disease:new', form);
  const submit = form.handleSubmit(async (values) => {
    try {
      const disease = await save(values, photos, {
        onSaved: (ids) => form.setValue('saved', ids),
        onUploading: setUploading,
        onUploaded: ({ id }) => setPhotos((before) => before.filter((one) => one.id !== id)),
      });
      draft.clear();
      await onSaved(disease);
    } catch (error) {
      if (isAbort(error) || showServerErrors(form, error)) return;
      const isSaved = form.getValues('saved.diseaseId') !== undefined;
      toast.error(t(isSaved ? 'form.restFailed' : 'form.createFailed'), {
        description: errorText(error),
      });
    }
  });
  const { isSubmitting } = form.formState;
  return (
    <RecordForm
      of={{ form, submit, close: draft.clear, restored: draft.restored, conflict: undefined }}
      tellsDraft
      toTexts={() => []}
      cancelTo="/app"
    >
      <DiseaseFields />
      <Section title={t('registry:tab.treatment')}>
        <DescriptionFields />
      </Section>
      <Section title={t('registry:protocol.title')}>
        <ProtocolRows />
      </Section>
      <Section title={t('images:title')}>
        <PhotosField photos={photos} onChange={setPhotos} disabled={isSubmitting} />
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {uploading &&
            t('images:photos.uploading', { name: uploading.title, left: photos.length })}
        </p>
      </Section>
    </RecordForm>
  );
}
