import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useErrorWords } from '@/i18n/use-error-words';
import { ApiError } from '@/lib/api';
import { cn } from '@/lib/cn';
import { Button } from './button';

interface ErrorStateProps {
  error: unknown;
  /** What failed: "Error loading diseases". */
  title?: string;
  onRetry?: () => void;
  className?: string;
}

/** Something could not be loaded: what, why, and a way to try again. */
export function ErrorState({ error, title, onRetry, className }: ErrorStateProps) {
  const { t } = useTranslation();
  const { errorText } = useErrorWords();
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
      {onRetry && (
        <Button onClick={onRetry} className="mt-2">
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}
