import type { Disease } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { getName, useLanguage } from '@/lib/language';
import { parseObjectId } from '@/lib/ids';
import { useRequestKey } from '@/lib/request-key';
import { toast } from '@/lib/toast';
import { useCreateDisease, useUpdateDisease } from '../api/change-disease';
import { useDisease } from '../api/diseases';
import { DiseaseForm } from '../components/forms/disease-form';

/** The registry with the disease on show, which is the first of the list: it was changed last. */
const inView = ({ id }: Pick<Disease, 'id'>): string => `/app?disease=${id}&sort=updatedAt`;

function NewDisease() {
  const { t } = useTranslation(['registry', 'forms']);
  const language = useLanguage();
  const navigate = useNavigate();
  const creation = useCreateDisease();
  const request = useRequestKey();
  return (
    <DiseaseForm
      failed={t('forms:form.createFailed')}
      onSave={async (body) => {
        const created = await creation.mutateAsync({ body, idempotencyKey: request.keyFor(body) });
        toast.success(t('forms:form.created'), { description: getName(created, language) });
        await navigate(inView(created));
      }}
    />
  );
}

function EditDisease({ id }: { id: string }) {
  const { t } = useTranslation(['registry', 'forms']);
  const language = useLanguage();
  const navigate = useNavigate();
  const disease = useDisease(id);
  const update = useUpdateDisease();
  if (disease.isPending) return <Skeleton className="h-80" />;
  if (disease.isError) return <ErrorState title={t('detail.failed')} query={disease} />;
  return (
    <DiseaseForm
      key={id}
      disease={disease.data}
      failed={t('forms:form.updateFailed')}
      onSave={async (body, version) => {
        const saved = await update.mutateAsync({ params: { id }, body, ifMatch: version });
        toast.success(t('forms:form.updated'), { description: getName(saved, language) });
        await navigate(inView(saved));
      }}
    />
  );
}

/** Creates a disease, or edits the one that `?edit=` names. */
export default function DiseaseFormPage() {
  const { t } = useTranslation(['registry', 'forms']);
  const [params] = useSearchParams();
  const edit = params.get('edit');
  const id = parseObjectId(edit);
  return (
    <Page
      needs="edit"
      title={t(edit === null ? 'forms:form.newTitle' : 'forms:form.editTitle')}
      isNarrow
    >
      {edit === null && <NewDisease />}
      {id !== undefined && <EditDisease id={id} />}
      {edit !== null && id === undefined && (
        <div className="flex flex-col items-start gap-4">
          <Notice tone="danger">{t('forms:form.invalidId')}</Notice>
          <LinkButton to="/app">{t('forms:form.back')}</LinkButton>
        </div>
      )}
    </Page>
  );
}
