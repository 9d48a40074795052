import type { Disease } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { isCode, routes } from '@/lib/api';
import { parseObjectId } from '@/lib/ids';
import { getName, useLanguage } from '@/lib/language';
import { useRequestKey } from '@/lib/request-key';
import type { SavedState } from '@/lib/saved-state';
import { toast } from '@/lib/toast';
import { useTreatmentMutation } from '../api/changes';
import { useDisease } from '../api/queries';
import { RecordForm, useRecordForm } from '@/components/record-form';
import {
  DescriptionFields,
  descriptionValues,
  savedDescriptions,
  toBody,
  toDescriptionTexts,
  toValues,
} from '../components/treatment/description-form';

/** The first treatment of a disease. Blank descriptions get a placeholder from the server. */
function TreatmentForm({ disease }: { disease: Disease }) {
  const { t } = useTranslation(['forms', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const request = useRequestKey();
  const creation = useTreatmentMutation(routes.createTreatment);
  const registry = `/app?disease=${disease.id}`;

  const record = useRecordForm({
    schema: descriptionValues,
    values: toValues({ descriptionEn: '', descriptionKn: '' }),
    draft: `treatment:new:${disease.id}`,
    version: undefined,
    failed: t('forms:treatment.createFailed'),
    record: savedDescriptions,
    toValues,
    save: async (values) => {
      const body = { diseaseId: disease.id, ...toBody(values) };
      await creation.mutateAsync({ body, idempotencyKey: request.keyFor(body) });
      toast.success(t('forms:treatment.created'), { description: getName(disease, language) });
      const { id, nameEn, nameKn } = disease;
      const state: SavedState = { saved: { id, nameEn, nameKn } };
      await navigate('/', { state });
    },
  });

  return (
    <RecordForm of={record} tellsDraft toTexts={toDescriptionTexts} cancelTo={registry}>
      {isCode(creation.error, 'TREATMENT_EXISTS') && (
        <Notice tone="caution" role="alert">
          <p>{t('forms:treatment.exists')}</p>
          <LinkButton to={registry} variant="link">
            {t('forms:treatment.show')}
          </LinkButton>
        </Notice>
      )}
      <DescriptionFields />
    </RecordForm>
  );
}

function InvalidDisease() {
  const { t } = useTranslation(['registry', 'forms']);
  return (
    <EmptyState
      title={t('registry:treatment.invalidId')}
      action={
        <LinkButton to="/" variant="primary">
          {t('forms:treatment.home')}
        </LinkButton>
      }
    />
  );
}

function ForDisease({ id }: { id: string }) {
  const { t } = useTranslation(['registry', 'forms']);
  const language = useLanguage();
  const disease = useDisease(id);
  if (disease.isPending) return <Skeleton className="h-80" />;
  if (isCode(disease.error, 'NOT_FOUND')) return <InvalidDisease />;
  if (disease.isError) return <ErrorState title={t('registry:detail.failed')} query={disease} />;
  const name = getName(disease.data, language);
  return (
    <>
      <p className="mb-6 text-lg text-ink-2">{t('forms:treatment.for', { name })}</p>
      <TreatmentForm key={id} disease={disease.data} />
    </>
  );
}

/** Adds the treatment of the disease in the URL. */
export default function TreatmentFormPage() {
  const { t } = useTranslation(['registry', 'forms']);
  const id = parseObjectId(useParams().id);
  return (
    <Page needs="edit" title={t('forms:treatment.newTitle')}>
      {id === undefined ? <InvalidDisease /> : <ForDisease id={id} />}
    </Page>
  );
}
