import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ChangePasswordForm } from '@/components/change-password-form';
import { FixImagesButton } from '@/components/fix-images-button';
import { Page } from '@/components/layout/page';
import { TestModeBanner } from '@/components/test-mode-banner';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { MenuEntry } from '@/components/ui/menu';
import { Skeleton } from '@/components/ui/progress';
import { useConfig, useSession } from '@/lib/session';
import { PriceForm } from '../components/price-form';
import { PriceCards, PriceChanges, usePrices } from '../components/price-history';

/** The form, once the current prices are loaded; that they could not be, the cards above it say. */
function PriceSection() {
  const { t } = useTranslation('billing');
  const prices = usePrices();
  if (prices.isError && !prices.data) return null;
  return (
    <Card>
      <h2 id="change-prices" className="mb-4 text-lg">
        {t('pricing.change')}
      </h2>
      {prices.data ? <PriceForm prices={prices.data} /> : <Skeleton className="h-64" />}
    </Card>
  );
}

/** The prices, and the maintenance tools that the specification puts beside it. */
export default function PricingPage() {
  const { t } = useTranslation(['billing', 'admin', 'imageHealth']);
  const { isAdmin } = useSession();
  const mode = useConfig()?.payments.mode;
  const ways: MenuEntry[] = [
    { kind: 'link', label: t('pricing.back'), link: <Link to="/app" /> },
    { kind: 'link', label: t('pricing.backup'), link: <Link to="/admin-backup" /> },
  ];
  return (
    <Page
      needs="admin"
      title={t('pricing.title')}
      intro={t('pricing.intro')}
      menu={isAdmin && ways}
    >
      <TestModeBanner mode={mode} className="mb-6" />
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-8">
          <PriceCards />
          <PriceSection />
          <PriceChanges />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <h2 className="text-lg">{t('admin:password.title')}</h2>
            <p className="mb-4 text-ink-2">{t('admin:password.note')}</p>
            <ChangePasswordForm variant="secondary" />
          </Card>
          <Card className="flex flex-col items-start gap-3">
            <h2 className="text-lg">{t('images.title')}</h2>
            <p className="text-ink-2">{t('images.text')}</p>
            <FixImagesButton />
            <LinkButton to="/admin-images" variant="link">
              {t('imageHealth:lastResult')}
            </LinkButton>
          </Card>
        </div>
      </div>
    </Page>
  );
}
