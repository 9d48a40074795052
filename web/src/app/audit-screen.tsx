import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AccessGate } from '@/components/layout/access-gate';
import { Page } from '@/components/layout/page';
import { Skeleton } from '@/components/ui/progress';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useSession } from '@/lib/session';
import { lazyPage } from './lazy-page';

const tabs = {
  audit: lazyPage(() => import('@/features/audit/routes/audit-trail'), ['audit', 'forms']),
  trash: lazyPage(() => import('@/features/trash/routes/trash'), ['trash']),
} as const;
type TabName = keyof typeof tabs;
function AuditTabs() {
  const { t } = useTranslation('ops');
  const [search, setSearch] = useSearchParams();
  const { isAdmin } = useSession();
  const names: TabName[] = isAdmin ? ['audit', 'trash'] : ['trash'];
  const shown = names.find((name) => name === search.get('tab')) ?? names[0];
  // The filter of the audit trail stays in the URL.
  const choose = (name: string) => {
    const next = new URLSearchParams(search);
    if (name === 'audit') next.delete('tab');
    else next.set('tab', name);
    setSearch(next, { replace: true });
  };
  return (
    <Tabs value={shown} onValueChange={choose}>
      <TabList aria-label={t('auditScreen.title')}>
        {names.map((name) => (
          <Tab key={name} value={name}>
            {t(`auditScreen.${name}`)}
          </Tab>
        ))}
      </TabList>
      {names.map((name) => {
        const Content = tabs[name];
        return (
          <TabPanel key={name} value={name}>
            <Suspense fallback={<Skeleton className="h-96" />}>
              <Content />
            </Suspense>
          </TabPanel>
        );
      })}
    </Tabs>
  );
}

/** The audit trail for administrators, and the trash with restorable records. */
export default function AuditScreen() {
  const { t } = useTranslation('ops');
  const { isAdmin } = useSession();
  return (
    <Page title={t(isAdmin ? 'auditScreen.title' : 'auditScreen.trash')}>
      <AccessGate needs="edit">
        <AuditTabs />
      </AccessGate>
    </Page>
  );
}
