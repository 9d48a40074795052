import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton, Spinner } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { isCode } from '@/lib/api';
import { useInitialFocus } from '@/lib/focus';
import { captureQuery, isOutcomeUnknown } from '../api/capture';
import { OrderCode, PaymentSuccess } from './success';

/** For this long the page polls; after that, the buyer decides when to check again. */
export const MAX_POLL_MS = 10 * 60_000;

/** Nothing was paid here: shows the reason and a button to try again. */
function PaymentFailed({ error, onStartOver }: { error: unknown; onStartOver: () => void }) {
  const { t } = useTranslation('checkout');
  const { errorText } = useErrorMessages();
  // It may be paid there: its buyer is not asked to pay again.
  const isElsewhere = isCode(error, 'FOREIGN_ORDER');
  const hasFailed = !isElsewhere && !isCode(error, 'ORDER_NOT_APPROVED');
  return (
    <div className="flex flex-col items-start gap-4">
      <Notice
        tone={hasFailed ? 'danger' : 'caution'}
        role="alert"
        title={hasFailed && t('failed')}
        className="w-full"
      >
        {errorText(error)}
      </Notice>
      <Button variant={isElsewhere ? 'secondary' : 'primary'} size="large" onClick={onStartOver}>
        {t('again')}
      </Button>
    </div>
  );
}

interface StatusMessageProps {
  step: 'confirming' | 'doubt' | 'pending' | 'stopped';
  children?: ReactNode;
}

/** A progress message: the current step, and what the buyer can do. */
function StatusMessage({ step, children }: StatusMessageProps) {
  const { t } = useTranslation('checkout');
  const heading = useInitialFocus<HTMLHeadingElement>();
  return (
    <div role="status" className="flex flex-col items-start gap-3">
      <h2 ref={heading} tabIndex={-1} className="flex gap-3 text-xl wrap-anywhere outline-none">
        {step !== 'stopped' && <Spinner className="mt-[0.2em] shrink-0" />}
        <span>{t(`${step}.title`)}</span>
      </h2>
      <p className="max-w-prose text-ink-2">{t(`${step}.text`)}</p>
      {children}
    </div>
  );
}

interface OutcomeProps {
  order: string;
  /** The provider has reported it, but may show it a moment later. */
  isPaid: boolean;
  onStartOver: () => void;
}

/** The outcome of an approved order: polled for a while, never shown as failed before it is known. */
export function Outcome({ order, isPaid, onStartOver }: OutcomeProps) {
  const { t } = useTranslation('checkout');
  const [isStopped, setIsStopped] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(captureQuery(order, isPaid, isStopped));

  useEffect(() => {
    if (isStopped) return;
    const timer = setTimeout(() => setIsStopped(true), MAX_POLL_MS);
    return () => clearTimeout(timer);
  }, [isStopped]);

  const askAgain = () => {
    setIsStopped(false);
    void refetch();
  };

  if (error && !isOutcomeUnknown(error, isPaid))
    return <PaymentFailed error={error} onStartOver={onStartOver} />;
  if (data?.status === 'COMPLETED')
    return <PaymentSuccess order={order} outcome={data} onStartOver={onStartOver} />;
  const open = error ? 'doubt' : data && 'pending';
  const step = isStopped ? 'stopped' : (open ?? 'confirming');
  return (
    <div className="flex flex-col gap-6">
      {/* Each step gets the focus. */}
      <StatusMessage key={step} step={step}>
        {step === 'doubt' && (
          <Button pending={isFetching} onClick={() => void refetch()}>
            {t('doubt.check')}
          </Button>
        )}
        {step === 'stopped' && (
          <Button variant="primary" onClick={askAgain}>
            {t('doubt.check')}
          </Button>
        )}
        {(step === 'stopped' || step === 'pending') && (
          <LinkButton to="/access" variant={step === 'stopped' ? 'link' : 'secondary'}>
            {t('pending.access')}
          </LinkButton>
        )}
      </StatusMessage>
      {/* For a buyer who does not want to wait here: the code works once the order is paid. */}
      {step !== 'confirming' && <OrderCode order={order} />}
    </div>
  );
}
