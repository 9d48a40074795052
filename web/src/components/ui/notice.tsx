import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessages } from '@/lib/error-messages';
import { ApiError } from '@/lib/api';
import { cn } from '@/lib/cn';
import { Button } from './button';

const tones = {
  info: { ground: 'bg-info-soft', ink: 'text-info', StatusIcon: Info },
  success: { ground: 'bg-accent-soft', ink: 'text-success', StatusIcon: CircleCheck },
  caution: { ground: 'bg-caution-soft', ink: 'text-caution', StatusIcon: TriangleAlert },
  danger: { ground: 'bg-danger-soft', ink: 'text-danger', StatusIcon: CircleAlert },
};

interface NoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone?: keyof typeof tones | undefined;
  /** Above the text. */
  title?: ReactNode;
}

/** A permanent notice. Give it `role="alert"` if it appears after an action. */
export function Notice({ tone = 'info', title, className, children, ...rest }: NoticeProps) {
  const { ground, ink, StatusIcon } = tones[tone];
  return (
    <div
      {...rest}
      className={cn(
        'flex gap-3 rounded-md px-4 py-3 text-ink forced-colors:border',
        ground,
        className,
      )}
    >
      <StatusIcon aria-hidden className={cn('mt-[0.2em] size-5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}

interface EmptyStateProps {
  title: ReactNode;
  /** Describes the purpose of this place. */
  children?: ReactNode;
  /** The next step, as a button or link. */
  action?: ReactNode;
  icon?: ReactNode;
  className?: string;
}

/** An empty state: describes the purpose of the place and offers the next step. */
export function EmptyState({ title, children, action, icon, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-2 px-4 py-12 text-center', className)}>
      {icon && (
        <span aria-hidden className="mb-2 text-ink-3 [&_svg]:size-8 [&_svg]:stroke-[1.5]">
          {icon}
        </span>
      )}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-prose text-ink-2">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** The query that failed; without `refetch` there is no retry button. */
  query: { error: unknown; refetch?: () => unknown };
  /** Names the failed call: "Error loading diseases". */
  title?: string | undefined;
  className?: string;
}

/** A load error: title, reason and a retry button. */
export function ErrorState({ query: { error, refetch }, title, className }: ErrorStateProps) {
  const { t } = useTranslation();
  const { errorText } = useErrorMessages();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert" className={cn('flex flex-col items-start gap-2 py-6', className)}>
      <p className="flex gap-2 text-lg font-semibold">
        <CircleAlert aria-hidden className="mt-[0.2em] size-5 shrink-0 text-danger" />
        {title ?? t('state.loadFailed')}
      </p>
      <p className="text-ink-2">{errorText(error)}</p>
      {requestId && (
        <p className="text-sm break-all text-ink-3">{t('state.requestId', { id: requestId })}</p>
      )}
      {refetch && (
        <Button onClick={() => void refetch()} className="mt-2">
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}
