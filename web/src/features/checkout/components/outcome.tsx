import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton, Spinner } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { isCode } from '@/lib/api';
import { captureQuery, isOutcomeUnknown } from '../api/capture';
import { OrderCode } from './order-code';
import { PaymentSuccess } from './success';

/** For this long the page polls; after that, the buyer decides when to check again. */
export const MAX_POLL_MS = 10 * 60_000;

interface PaymentFailedProps {
  error: unknown;
  onStartOver: () => void;
}

/** Nothing was paid here: shows the reason and a button to try again. */
function PaymentFailed({ error, onStartOver }: PaymentFailedProps) {
  const { t } = useTranslation('checkout');
  const { errorText } = useErrorMessages();
  // It may be paid there: its buyer is not asked to pay again.
  const isElsewhere = isCode(error, 'FOREIGN_ORDER');
  const hasFailed = !isElsewhere && !isCode(error, 'ORDER_NOT_APPROVED');
  return (
    <div className="flex flex-col items-start gap-4">
      <Notice tone={hasFailed ? 'danger' : 'caution'} role="alert" className="w-full">
        {hasFailed && <p className="font-semibold">{t('failed')}</p>}
        <p>{errorText(error)}</p>
      </Notice>
      <Button variant={isElsewhere ? 'secondary' : 'primary'} size="large" onClick={onStartOver}>
        {t('again')}
      </Button>
    </div>
  );
}

interface StatusMessageProps {
  title: string;
  text: string;
  isBusy?: boolean;
  children?: ReactNode;
}

/** A progress message: the current step, and what the buyer can do. */
function StatusMessage({ title, text, isBusy = true, children }: StatusMessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className="flex flex-col items-start gap-3">
      <h2 ref={heading} tabIndex={-1} className="flex gap-3 text-xl wrap-anywhere outline-none">
        {isBusy && <Spinner className="mt-[0.2em] shrink-0" />}
        <span>{title}</span>
      </h2>
      <p className="max-w-prose text-ink-2">{text}</p>
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
  const message = () => {
    if (isStopped)
      return (
        <StatusMessage
          key="stopped"
          title={t('stopped.title')}
          text={t('stopped.text')}
          isBusy={false}
        >
          <Button variant="primary" onClick={askAgain}>
            {t('doubt.check')}
          </Button>
          <LinkButton to="/access" variant="link">
            {t('pending.access')}
          </LinkButton>
        </StatusMessage>
      );
    if (error)
      return (
        <StatusMessage key="doubt" title={t('doubt.title')} text={t('doubt.text')}>
          <Button pending={isFetching} onClick={() => void refetch()}>
            {t('doubt.check')}
          </Button>
        </StatusMessage>
      );
    if (data)
      return (
        <StatusMessage key="pending" title={t('pending.title')} text={t('pending.text')}>
          <LinkButton to="/access">{t('pending.access')}</LinkButton>
        </StatusMessage>
      );
    return (
      <StatusMessage key="confirming" title={t('confirming.title')} text={t('confirming.text')} />
    );
  };
  return (
    <div className="flex flex-col gap-6">
      {message()}
      {/* For a buyer who does not want to wait here: the code works once the order is paid. */}
      {(isStopped || error || data) && <OrderCode order={order} />}
    </div>
  );
}
