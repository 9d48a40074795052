import { type LegalPageName, legalPages } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { routeQuery, routes } from '@/lib/api';
import { formatDate } from '@/lib/dates';
import { useLanguage } from '@/lib/language';
import { LegalText } from '../components/legal-text';

const loadingText = (
  <div className="flex max-w-prose flex-col gap-3">
    {[1, 2, 3].map((part) => (
      <div key={part} className="flex flex-col gap-3">
        <Skeleton className="mt-4 w-1/2" />
        <Skeleton className="h-24" />
      </div>
    ))}
  </div>
);

function PageText({ page }: { page: LegalPageName }) {
  const { t } = useTranslation('legal');
  const language = useLanguage();
  const query = useQuery(routeQuery(['legal', page], routes.getLegalPage, { params: { page } }));
  if (query.isPending) return loadingText;
  if (!query.data) return <ErrorState query={query} />;
  const { textEn, textKn, isDraft, changedAt } = query.data;
  return (
    <>
      {isDraft && <p className="mb-4 text-sm text-ink-3">{t('draft')}</p>}
      <LegalText text={language === 'kn' ? textKn : textEn} language={language} />
      {changedAt && (
        <p className="mt-6 text-sm text-ink-3">
          {t('changed', { date: formatDate(changedAt, language) })}
        </p>
      )}
    </>
  );
}

/** Contact, terms, privacy or refunds: the text that an owner has written. */
export default function LegalPage() {
  const { t } = useTranslation();
  const pathname = useLocation().pathname.toLowerCase();
  const page = legalPages.find((name) => pathname.startsWith(`/${name}`)) ?? 'contact';
  return (
    <Page title={t(`legal.${page}`)} isNarrow>
      {/* As high as the screen, so that the text moves nothing that is in view when it comes. */}
      <div className="min-h-dvh">
        <PageText page={page} />
      </div>
    </Page>
  );
}
