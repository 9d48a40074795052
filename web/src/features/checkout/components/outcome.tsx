import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Spinner } from '@/components/ui/spinner';
import { captureQuery } from '../api/capture';
import { isInDoubt } from '../model/doubt';
import { Refusal } from './refusal';
import { Success } from './success';

interface StepProps {
  title: string;
  text: string;
  children?: ReactNode;
}

/** Something goes on: what, and what the buyer can do meanwhile. */
function Step({ title, text, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className="flex flex-col items-start gap-3">
      <h2 ref={heading} tabIndex={-1} className="flex gap-3 text-xl outline-none">
        <Spinner className="mt-[0.2em] shrink-0" />
        {title}
      </h2>
      <p className="max-w-prose text-ink-2">{text}</p>
      {children}
    </div>
  );
}

interface OutcomeProps {
  order: string;
  onStartOver: () => void;
}

/** What becomes of an approved order: asked for until it is known, never called failed before. */
export function Outcome({ order, onStartOver }: OutcomeProps) {
  const { t } = useTranslation('checkout');
  const { data, error, isFetching, refetch } = useQuery(captureQuery(order));

  if (error && !isInDoubt(error)) return <Refusal error={error} onStartOver={onStartOver} />;
  if (data?.status === 'COMPLETED') return <Success outcome={data} onStartOver={onStartOver} />;
  if (error)
    return (
      <Step key="doubt" title={t('doubt.title')} text={t('doubt.text')}>
        <Button pending={isFetching} onClick={() => void refetch()}>
          {t('doubt.check')}
        </Button>
      </Step>
    );
  if (data)
    return (
      <Step key="pending" title={t('pending.title')} text={t('pending.text')}>
        <LinkButton to="/access">{t('pending.access')}</LinkButton>
      </Step>
    );
  return <Step key="confirming" title={t('confirming.title')} text={t('confirming.text')} />;
}
