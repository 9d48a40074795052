import { useTranslation } from 'react-i18next';
import { CheckBadge } from '@/components/domains/check-badge';
import { DefaultSettings } from '@/components/domains/default-settings';
import { useFindingWords } from '@/components/domains/use-finding-words';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { useLanguage } from '@/i18n/use-language';
import { formatMoment } from '@/lib/moments';
import type { DomainCheck } from '../api/use-domain-check';

/** How the domain stands: a badge, the first thing that is wrong, and when that was seen. */
export function Summary({ domain = '', query }: Pick<DomainCheck, 'domain' | 'query'>) {
  const { t } = useTranslation('domainSetup');
  const language = useLanguage();
  const words = useFindingWords(domain);
  const check = query.data;
  if (query.isPending) return <Skeleton className="h-24" />;
  if (!check)
    return (
      <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  const first = check.findings.find(({ severity }) => severity === 'error');
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
        <span className="min-w-0 wrap-anywhere">{check.displayDomain}</span>
        <CheckBadge isConfigured={check.isConfigured} />
      </p>
      {first && (
        <p className="wrap-anywhere">
          {words.fact(first)} <span className="text-ink-2">{words.comparison(first)}</span>
        </p>
      )}
      <p className="text-sm text-ink-3">
        {t('checkedAt', { when: formatMoment(check.checkedAt, language) })}
      </p>
      <DefaultSettings check={check} />
    </div>
  );
}
