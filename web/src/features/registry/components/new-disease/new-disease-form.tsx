import type { Disease } from '@ctdb/contracts';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '@/components/record-form';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useDraft } from '@/lib/drafts';
import { useErrorMessages } from '@/lib/error-messages';
import { contractResolver, showServerErrors } from '@/lib/form';
import { toast } from '@/lib/toast';
import { DiseaseFields } from '../forms/disease-fields';
import { DescriptionFields } from '../treatment/description-form';
import { ProtocolRows } from '../treatment/protocol-form';
import { type Photo, PhotosField, titleOf } from './photos-field';
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

interface NewDiseaseFormProps {
  /** Is called when everything is saved, also after the reader has left the page. */
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
  const [saved, photoCount] = useWatch({ control: form.control, name: ['saved', 'photoCount'] });

  const changePhotos = (change: (before: readonly Photo[]) => readonly Photo[]) => {
    setPhotos(change);
    form.setValue('photoCount', change(photos).length);
  };
  const submit = form.handleSubmit(async (values) => {
    let refused = 0;
    let reached = values.saved;
    const onUploaded = ({ id }: Photo, error?: unknown) => {
      if (error === undefined) return setPhotos((before) => before.filter((one) => one.id !== id));
      refused += 1;
      const refusal = errorText(error);
      setPhotos((before) => before.map((one) => (one.id === id ? { ...one, refusal } : one)));
    };
    const onReached = (ids: typeof reached) => {
      reached = ids;
      form.setValue('saved', ids);
      // Also after the reader has left the page.
      draft.keep({ ...values, saved: ids });
    };
    try {
      const steps = { onSaved: onReached, onUploading: setUploading, onUploaded };
      const disease = await save(values, photos, steps);
      if (refused > 0) return toast.error(t('images:upload.failed'));
      draft.clear();
      await onSaved(disease);
    } catch (error) {
      if (showServerErrors(form, error)) return;
      const failed =
        reached.diseaseId === undefined
          ? t('form.createFailed')
          : t(reached.treatmentId === undefined ? 'treatment.createFailed' : 'protocol.failed');
      toast.error(failed, { description: errorText(error) });
    } finally {
      setUploading(undefined);
    }
  });
  const { isSubmitting } = form.formState;
  const startAgain = () => {
    form.reset(emptyNewDisease());
    setPhotos([]);
    draft.clear();
  };
  return (
    <RecordForm
      // Who leaves while it is saved keeps the draft until all is saved.
      of={{
        form,
        submit,
        close: isSubmitting ? () => undefined : draft.clear,
        restored: draft.restored,
        conflict: undefined,
      }}
      tellsDraft
      toTexts={() => []}
      cancelTo="/app"
    >
      {saved.diseaseId !== undefined && !isSubmitting && (
        <Notice role="status">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>{t('form.partlySaved', { name: saved.name })}</span>
            <Button size="small" onClick={startAgain}>
              {t('form.another')}
            </Button>
          </div>
        </Notice>
      )}
      <DiseaseFields />
      <Section title={t('registry:tab.treatment')}>
        <DescriptionFields />
      </Section>
      <Section title={t('registry:protocol.title')}>
        <ProtocolRows />
      </Section>
      <Section title={t('images:title')}>
        {photoCount > photos.length && !isSubmitting && (
          <Notice role="status">{t('images:photos.again')}</Notice>
        )}
        <PhotosField photos={photos} onChange={changePhotos} disabled={isSubmitting} />
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {uploading &&
            t('images:photos.uploading', { name: titleOf(uploading), left: photos.length })}
        </p>
      </Section>
    </RecordForm>
  );
}
