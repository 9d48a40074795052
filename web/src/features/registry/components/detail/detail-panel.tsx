import { MousePointerClick } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/button';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { getName, useLanguage } from '@/lib/language';
import { useSession } from '@/lib/session';
import { useDisease } from '@/features/registry/api/diseases';
import { DetailHeader } from './detail-header';
import { DetailTabs } from './detail-tabs';

function LoadingDetail() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('state.loading')} className="flex flex-col gap-3">
      <Skeleton className="h-8 w-2/5" />
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="w-24" />
      <Skeleton className="mt-6 h-10 w-full" />
      <Skeleton className="mt-4 h-32 w-full" />
    </div>
  );
}

/** Shown if the registry is empty or no disease is selected. */
export function NothingSelected() {
  const { t } = useTranslation('registry');
  return (
    <EmptyState icon={<MousePointerClick />} title={t('detail.select')} className="py-24">
      {t('detail.selectHint')}
    </EmptyState>
  );
}

interface DetailPanelProps {
  id: string;
  backTo: string;
  onDeleted: () => void;
}

/** One disease: header, and tabs for treatment, notes and history. */
export function DetailPanel({ id, backTo, onDeleted }: DetailPanelProps) {
  const { t } = useTranslation('registry');
  const language = useLanguage();
  const session = useSession();
  const disease = useDisease(id, session.can('read'));
  if (disease.isPending) return <LoadingDetail />;
  if (disease.isError)
    return (
      <>
        <LinkButton to={backTo} variant="link" className="lg:hidden">
          {t('detail.back')}
        </LinkButton>
        <ErrorState title={t('detail.failed')} query={disease} />
      </>
    );
  return (
    <article aria-label={getName(disease.data, language)}>
      <DetailHeader disease={disease.data} backTo={backTo} onDeleted={onDeleted} />
      <DetailTabs disease={disease.data} />
    </article>
  );
}
