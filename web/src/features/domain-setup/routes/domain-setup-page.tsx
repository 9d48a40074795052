import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Button } from '@/components/ui/button';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useDomainCheck } from '../api/domain';
import { ProviderTab } from '../components/provider-tab';
import { DnsTab, OverviewTab, Summary, VerifyTab } from '../components/tabs';

const tabs = ['overview', 'dns', 'provider', 'verify'] as const;

function DomainSetupSteps() {
  const { t } = useTranslation('domainSetup');
  const [search, setSearch] = useSearchParams();
  const domainCheck = useDomainCheck();
  const { domain, query, check } = domainCheck;
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'overview';
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
      <Tabs value={tab} onValueChange={(next) => setSearch({ tab: next }, { replace: true })}>
        <TabList aria-label={t('tabs.label')}>
          {tabs.map((name) => (
            <Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel value="overview">
          <OverviewTab />
        </TabPanel>
        <TabPanel value="dns">
          <DnsTab domain={domain} query={query} />
        </TabPanel>
        <TabPanel value="provider">
          <ProviderTab domain={domain} />
        </TabPanel>
        <TabPanel value="verify">
          <VerifyTab {...domainCheck} />
        </TabPanel>
      </Tabs>
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
