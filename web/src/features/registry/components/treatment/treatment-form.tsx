import type { Disease } from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LinkButton } from '@/components/ui/button';
import { FormActions } from '@/components/ui/form-actions';
import { Notice } from '@/components/ui/notice';
import { getName, useLanguage } from '@/lib/language';
import { isCode } from '@/lib/api';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useSubmit } from '@/lib/form';
import { useRequestKey } from '@/lib/request-key';
import type { SavedState } from '@/lib/saved-state';
import { toast } from '@/lib/toast';
import { useCreateTreatment } from '@/features/registry/api/change-treatment';
import { descriptionValues, toBody } from '@/features/registry/model/description-values';
import { DescriptionFields } from './description-fields';

/** The first treatment of a disease. Blank descriptions get a placeholder from the server. */
export function TreatmentForm({ disease }: { disease: Disease }) {
  const { t } = useTranslation(['forms', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const form = useForm({
    resolver: contractResolver(descriptionValues),
    defaultValues: { descriptionEn: '', descriptionKn: '', machineTranslatedBy: '' },
  });
  const draft = useDraft(`treatment:new:${disease.id}`, form);
  const request = useRequestKey();
  const creation = useCreateTreatment(disease.id);
  const registry = `/app?disease=${disease.id}`;

  const submit = useSubmit(form, t('forms:treatment.createFailed'), async (values) => {
    const body = { diseaseId: disease.id, ...toBody(values) };
    await creation.mutateAsync({ body, idempotencyKey: request.keyFor(body) });
    draft.clear();
    toast.success(t('forms:treatment.created'), { description: getName(disease, language) });
    const { id, nameEn, nameKn } = disease;
    const state: SavedState = { saved: { id, nameEn, nameKn } };
    await navigate('/', { state });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {draft.restored && <Notice role="status">{t('common:state.draftKept')}</Notice>}
      {isCode(creation.error, 'TREATMENT_EXISTS') && (
        <Notice tone="caution" role="alert">
          <p>{t('forms:treatment.exists')}</p>
          <LinkButton to={registry} variant="link">
            {t('forms:treatment.show')}
          </LinkButton>
        </Notice>
      )}
      <DescriptionFields form={form} />
      <FormActions isSaving={creation.isPending} onCancel={draft.clear} cancelTo={registry} />
    </form>
  );
}
