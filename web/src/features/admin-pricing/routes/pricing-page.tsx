import { useTranslation } from 'react-i18next';
import { AccessNotice } from '@/components/layout/access-notice';
import { Page } from '@/components/layout/page';
import { TestPayments } from '@/components/layout/test-payments';
import { LinkButton } from '@/components/ui/link-button';
import { useSession } from '@/lib/session';
import { PriceCards } from '../components/price-cards';
import { PriceChanges } from '../components/price-changes';
import { PriceSection } from '../components/price-section';
import { ImagesCard, PasswordCard } from '../components/upkeep-cards';

/** What an hour costs, and the small tools that the specification puts beside it. */
export default function PricingPage() {
  const { t } = useTranslation(['billing', 'common']);
  const session = useSession();
  const ways = (
    <>
      <LinkButton to="/app">{t('pricing.back')}</LinkButton>
      <LinkButton to="/admin-backup">{t('pricing.backup')}</LinkButton>
      <LinkButton to="/admin-orders">{t('common:header.orders')}</LinkButton>
    </>
  );
  return (
    <Page title={t('pricing.title')} intro={t('pricing.intro')} actions={session.isAdmin && ways}>
      {session.isAdmin ? (
        <>
          <TestPayments />
          <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
            <div className="flex min-w-0 flex-col gap-8">
              <PriceCards />
              <PriceSection />
              <PriceChanges />
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              <PasswordCard />
              <ImagesCard />
            </div>
          </div>
        </>
      ) : (
        <AccessNotice session={session} needs="admin" />
      )}
    </Page>
  );
}
