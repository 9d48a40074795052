import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessCode } from '@/components/access-code';
import { OfferAddress } from '@/components/confirm-address';
import { Button, LinkButton } from '@/components/ui/button';
import { ReceiptCard } from '@/components/ui/receipt-card';
import { useDates } from '@/lib/dates';
import { useInitialFocus } from '@/lib/focus';
import { accessCodeQuery, type CaptureResult } from '../api/capture';

/** The access code of an order of this browser; nothing if the server does not show it. */
export function OrderCode({ order }: { order: string }) {
  const { data } = useQuery(accessCodeQuery(order));
  return data ? <AccessCode code={data.accessCode} /> : null;
}

type Paid = Extract<CaptureResult, { status: 'COMPLETED' }>;

interface PaymentSuccessProps {
  order: string;
  outcome: Paid;
  onStartOver: () => void;
}

/** Paid: shows what was bought, until when, its code, the receipt and one way on. */
export function PaymentSuccess({ order, outcome, onStartOver }: PaymentSuccessProps) {
  const { t } = useTranslation('checkout');
  const { formatDate, formatDateTime } = useDates();
  const client = useQueryClient();
  const heading = useInitialFocus<HTMLHeadingElement>();
  const { accessCode, pass, receipt, isQueued, hasEnded } = outcome;

  useEffect(() => {
    // Reload the session, because the reader has access now.
    void client.refetchQueries({ queryKey: ['session'] });
    void client.invalidateQueries({ queryKey: ['purchases'] });
  }, [client]);

  const text = () => {
    if (hasEnded) return t('success.ended');
    if (isQueued) return t('success.queued', { when: formatDateTime(pass.startsAt) });
    if (receipt.item === 'hourly') return t('success.hourly');
    return t('success.plan', { date: formatDate(pass.expiresAt) });
  };

  return (
    <div className="flex flex-col gap-6">
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="flex gap-3 text-xl outline-none">
          <CircleCheck aria-hidden className="mt-[0.2em] size-6 shrink-0 text-success" />
          {text()}
        </h2>
        {isQueued && <p className="mt-2 text-ink-2">{t('success.queuedText')}</p>}
        <p className="mt-2 text-ink-2">
          {t(hasEnded ? 'success.endedText' : 'success.until', {
            when: formatDateTime(pass.expiresAt),
          })}
        </p>
      </div>
      {hasEnded ? (
        <Button variant="primary" size="large" onClick={onStartOver}>
          {t('success.anew')}
        </Button>
      ) : (
        // A full page load, because only checkout pages allow PayPal's origins.
        <LinkButton to="/app" reloadDocument variant="primary" size="large">
          {t('success.open')}
        </LinkButton>
      )}
      {!hasEnded && (
        <>
          {accessCode ? <AccessCode code={accessCode} /> : <OrderCode order={order} />}
          <OfferAddress />
        </>
      )}
      <ReceiptCard receipt={receipt} />
    </div>
  );
}
