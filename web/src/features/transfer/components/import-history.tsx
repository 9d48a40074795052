import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { UserText } from '@/components/ui/prose';
import { Section } from '@/components/ui/section';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { useImports } from '../api/imports';
import { ImportStatusBadge } from './import-status';

interface ImportHistoryProps {
  /** The import that is shown above. */
  shown: string | undefined;
  onShow: (id: string) => void;
}

/** All imports, newest first. */
export function ImportHistory({ shown, onShow }: ImportHistoryProps) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const query = useImports(page);
  if (query.isPending) return <Skeleton className="h-24" />;
  if (query.isError) return <ErrorState title={t('loadFailed')} query={query} />;
  const { items, pages } = query.data;
  if (items.length === 0) return null;
  return (
    <Section id="imports-title" title={t('history')} headingClass="mb-2 text-xl">
      <ul aria-busy={query.isPlaceholderData}>
        {items.map((item) => {
          const name = item.name || t('unnamed');
          return (
            <li
              key={item.id}
              className="flex items-center justify-between gap-4 border-b border-line py-3 last:border-b-0"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <ImportStatusBadge status={item.status} />
                  <UserText className="min-w-0 font-semibold">{name}</UserText>
                </p>
                <p className="text-sm text-ink-2">
                  <time dateTime={item.createdAt}>{formatDateTime(item.createdAt, language)}</time>
                </p>
              </div>
              <Button
                size="small"
                aria-label={t('showOf', { name })}
                aria-pressed={item.id === shown}
                onClick={() => onShow(item.id)}
              >
                {t('show')}
              </Button>
            </li>
          );
        })}
      </ul>
      {pages > 1 && <Pagination page={page} pages={pages} onPage={setPage} className="mt-4" />}
    </Section>
  );
}
