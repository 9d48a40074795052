import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IssueList, RecommendationList } from '@/components/domains/finding-lists';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import type { DomainCheck } from '../api/use-domain-check';

/** Looks again, and opens the site itself. */
export function VerifyTab({ domain = '', query, check }: DomainCheck) {
  const { t } = useTranslation('domainSetup');
  const { data, isFetching } = query;
  return (
    <div className="flex flex-col gap-6">
      <p>{t('verify.intro')}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" pending={isFetching} onClick={() => void check()}>
          {t('verify.check')}
        </Button>
        <a
          href={`https://${data?.domain ?? domain}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle({})}
        >
          <ExternalLink aria-hidden />
          {t('verify.test')}
        </a>
      </div>
      {data && (
        <>
          <IssueList findings={data.findings} domain={data.displayDomain} />
          <RecommendationList findings={data.findings} domain={data.displayDomain} />
        </>
      )}
    </div>
  );
}
