import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { Section } from '@/components/ui/section';
import { useConfig, useSession } from '@/lib/session';
import { hasMailedCode, purchasesQuery } from '../api/purchases';
import { Addresses, NewCodes } from '../components/addresses';
import { CurrentAccess } from '../components/current-access';
import { PlannedErasure, PracticeData } from '../components/practice-data';
import { PurchaseList } from '../components/purchase-list';
import { RestoreForm } from '../components/restore-form';

/** Loads again what is shown, if it may have changed elsewhere. */
const useCurrentState = (): void => {
  const client = useQueryClient();
  const isMoved = useSession().reason === 'moved';
  useEffect(() => {
    // Another browser or an administrator may have changed the access: load the current state.
    const known = ['session', ...purchasesQuery.queryKey];
    void client.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        state.data !== undefined && known.includes(String(queryKey[0])),
    });
  }, [client]);
  useEffect(() => {
    // Purchases and addresses left with the access.
    if (isMoved) void client.resetQueries({ queryKey: purchasesQuery.queryKey });
  }, [client, isMoved]);
};

/** Shows this browser's access, and the ways to other access. */
export default function AccessPage() {
  const { t } = useTranslation(['access', 'addresses']);
  const sendsMail = useConfig()?.payments.mail === true;
  // Loading the session activates paid purchases; the list is loaded after that.
  const { isPending: isAsking } = useSession();
  const { data: purchases = [], isPending } = useQuery({ ...purchasesQuery, enabled: !isAsking });
  const hasPurchases = purchases.length > 0;
  // All comes at once, so that nothing moves. Later it stays, with what is being typed.
  const [isThere, setThere] = useState(false);
  if (!isThere && !isPending) setThere(true);
  useCurrentState();
  return (
    <Page title={t('title')} intro={t('intro')}>
      {isThere ? (
        <>
          <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
            <div className="flex min-w-0 flex-col gap-8">
              {hasPurchases && <PlannedErasure />}
              {/* For codes that earlier versions have mailed. */}
              {hasMailedCode(purchases) && (
                <Notice tone="caution">
                  <p className="mb-3">{t('addresses:newCodes.mailed')}</p>
                  <NewCodes />
                </Notice>
              )}
              <CurrentAccess hasPurchases={hasPurchases} />
              <PurchaseList />
              {hasPurchases && <PracticeData />}
            </div>
            <div className="flex min-w-0 flex-col gap-8">
              {sendsMail && hasPurchases && (
                <Card>
                  <Section id="addresses" title={t('addresses:title')} headingClass="mb-3 text-xl">
                    <Addresses />
                  </Section>
                </Card>
              )}
              <Card>
                <section aria-labelledby="restore" className="flex flex-col gap-4">
                  <div>
                    <h2 id="restore" className="text-xl">
                      {t('access:restore.title')}
                    </h2>
                    <p className="mt-1 text-ink-2">{t('access:restore.text')}</p>
                  </div>
                  <RestoreForm />
                  {sendsMail && (
                    <LinkButton to="/restore" variant="link" className="self-start">
                      {t('access:lost.question')}
                    </LinkButton>
                  )}
                </section>
              </Card>
            </div>
          </div>
          <LinkButton to="/" variant="link" className="mt-12">
            {t('access:home')}
          </LinkButton>
        </>
      ) : (
        <Skeleton className="h-[70dvh]" />
      )}
    </Page>
  );
}
