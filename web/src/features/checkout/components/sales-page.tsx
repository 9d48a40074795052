import { type Capability, planCapabilities, purchaseItems } from '@ctdb/contracts';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { PAYMENT_ID } from '@/components/plan-cards';
import { SampleLink } from '@/components/sample-link';
import { Button, LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { lazyPart } from '@/components/ui/lazy-part';
import { Notice } from '@/components/ui/notice';
import { useReader, useSession } from '@/lib/session';
import type { PaySectionProps } from '../model/plan-items';
import { usePayPalReturn } from '../model/use-paypal-return';
import { PaySection } from './pay-section';

// Few visits come back from a payment.
const Outcome = lazyPart(() => import('./outcome').then((file) => file.Outcome), 'h-64', [
  'receipts',
  'accessCode',
  'addresses',
]);

/** Access that ends sooner is for sale again. */
const ENDING_SECONDS = 300;

interface SalesPageProps extends Omit<PaySectionProps, 'keep'> {
  title: string;
  intro: string;
  /** Describes the purchase, above the payment. */
  children: ReactNode;
  /** Beside the payment. */
  aside: ReactNode;
  below: ReactNode;
}

/** The choice and the payment; after the return from PayPal the outcome, and nothing else. */
export function SalesPage({ title, intro, children, aside, below, ...payment }: SalesPageProps) {
  const { t } = useTranslation('checkout');
  const { order, paid = false, cancelled = false, left, keep } = usePayPalReturn();
  const { can, isPerson } = useReader();
  const { secondsLeft = Infinity } = useSession();
  const included: readonly Capability[] = planCapabilities[purchaseItems[payment.item].plan];
  const hasAlready = secondsLeft > ENDING_SECONDS && included.every((ability) => can(ability));
  const [isBuying, setBuying] = useState(false);
  const startOver = () => {
    keep({});
    // The clicked button is removed: move the focus to the page's content.
    document.getElementById('content')?.focus();
  };
  if (order)
    return (
      <Page title={t('title')} isNarrow>
        <Card>
          <Outcome order={order} isPaid={paid} onStartOver={startOver} />
        </Card>
      </Page>
    );
  return (
    <Page title={title} intro={intro}>
      <div className="mb-12 grid items-start gap-12 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <Card id={PAYMENT_ID} tabIndex={-1} className="flex flex-col gap-6 outline-none">
          {hasAlready && !isBuying && !cancelled && !left ? (
            // For a reader who has this already: the way on comes first.
            <div className="flex flex-col items-start gap-4">
              <h2 className="text-lg">{t('owned.title')}</h2>
              <p className="text-ink-2">{t(isPerson ? 'person' : 'holding')}</p>
              {/* A full page load, because only checkout pages allow PayPal's origins. */}
              <LinkButton
                to="/app"
                reloadDocument
                variant="primary"
                size="large"
                className="w-full"
              >
                {t('owned.go')}
              </LinkButton>
              <Button variant="link" onClick={() => setBuying(true)}>
                {t('owned.buy')}
              </Button>
            </div>
          ) : (
            <>
              {/* The buyer cancelled before paying; this is not an error. */}
              {cancelled && (
                <Notice role="status" title={t('cancelled.title')}>
                  {t('cancelled.text')}
                </Notice>
              )}
              {/* The payment may be on its way, for example in the buyer's UPI app. */}
              {left && (
                <Notice tone="caution" role="status" title={t('left.title')}>
                  <p>{t('left.text')}</p>
                  <Button className="mt-3" onClick={() => keep({ order: left })}>
                    {t('doubt.check')}
                  </Button>
                </Notice>
              )}
              {children}
              <PaySection {...payment} keep={keep} />
            </>
          )}
        </Card>
        {aside}
      </div>
      {below}
      <nav
        aria-label={t('title')}
        className="mt-12 flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-6"
      >
        <LinkButton to="/" variant="link">
          <ArrowLeft aria-hidden />
          {t('link.home')}
        </LinkButton>
        <SampleLink />
        <LinkButton to="/admin-login" variant="link">
          {t('link.admin')}
        </LinkButton>
        <LinkButton to="/access" variant="link">
          {t('link.restore')}
        </LinkButton>
      </nav>
    </Page>
  );
}
