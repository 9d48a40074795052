import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { getName, useLanguage } from '@/lib/language';
import { isCode } from '@/lib/api';
import { parseObjectId } from '@/lib/ids';
import { useDisease } from '../api/diseases';
import { TreatmentForm } from '../components/treatment/treatment-form';

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
