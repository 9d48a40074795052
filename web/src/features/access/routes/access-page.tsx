import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { purchasesQuery } from '../api/purchases';
import { CurrentAccess } from '../components/current-access';
import { PurchaseList } from '../components/purchase-list';
import { RestoreForm } from '../components/restore-form';

export default function AccessPage() {
  const { t } = useTranslation('access');
  const client = useQueryClient();
  useEffect(() => {
    // Another browser or an administrator may have changed the access: load the current state.
    const known = ['session', ...purchasesQuery.queryKey];
    void client.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        state.data !== undefined && known.includes(String(queryKey[0])),
    });
  }, [client]);
  return (
    <Page title={t('title')} intro={t('intro')}>
      <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <CurrentAccess />
          <PurchaseList />
        </div>
        <Card>
          <section aria-labelledby="restore" className="flex flex-col gap-4">
            <div>
              <h2 id="restore" className="text-xl">
                {t('restore.title')}
              </h2>
              <p className="mt-1 text-ink-2">{t('restore.text')}</p>
            </div>
            <RestoreForm />
          </section>
        </Card>
      </div>
      <LinkButton to="/" variant="link" className="mt-12">
        {t('home')}
      </LinkButton>
    </Page>
  );
}
