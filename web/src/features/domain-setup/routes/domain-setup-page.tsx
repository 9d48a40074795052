import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Button } from '@/components/ui/button';
import { ViewTabs } from '@/components/ui/tabs';
import { useDomainCheck } from '../api/domain';
import { ProviderTab } from '../components/provider-tab';
import { DnsTab, Steps, Summary, VerifyTab } from '../components/tabs';

const tabs = ['overview', 'dns', 'provider', 'verify'] as const;
const steps = ['deploy', 'records', 'provider', 'verify'] as const;

function DomainSetupSteps() {
  const { t } = useTranslation('domainSetup');
  const domainCheck = useDomainCheck();
  const { domain, query, check } = domainCheck;
  const overview = steps.map((name) => ({
    title: t(`overview.${name}.title`),
    text: t(`overview.${name}.text`),
  }));
  const panels = {
    overview: <Steps steps={overview} />,
    dns: <DnsTab domain={domain} query={query} />,
    provider: <ProviderTab domain={domain} />,
    verify: <VerifyTab {...domainCheck} />,
  };
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-80">
          <Summary domain={domain} query={query} />
        </div>
        <Button pending={query.isFetching} onClick={() => void check()}>
          {!query.isFetching && <RefreshCw aria-hidden />}
          <span>{t('refresh')}</span>
        </Button>
      </div>
      <h2 className="sr-only">{t('tabs.label')}</h2>
      <ViewTabs
        param="tab"
        views={tabs}
        label={t('tabs.label')}
        toName={(name) => t(`tabs.${name}`)}
      >
        {(name) => panels[name]}
      </ViewTabs>
    </div>
  );
}

/** How the product's own domain is set up, step by step. */
export default function DomainSetupPage() {
  const { t } = useTranslation('domainSetup');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <DomainSetupSteps />
    </Page>
  );
}
