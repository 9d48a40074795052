import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/skeleton';
import { useImageTrash, useTrash } from '../api/trash';
import { TrashRow } from '../components/trash-row';

function Images({ query }: { query: ReturnType<typeof useImageTrash> }) {
  const { t } = useTranslation('trash');
  if (query.isError)
    return (
      <ErrorState
        title={t('imagesFailed')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data?.length) return null;
  return (
    <section aria-labelledby="trash-images" className="mt-8">
      <h2 id="trash-images" className="text-lg">
        {t('images')}
      </h2>
      <ul>
        {query.data.map(({ id, title, deletedAt, purgeAt }) => (
          <TrashRow key={id} entry={{ kind: 'image', id, label: title, deletedAt, purgeAt }} />
        ))}
      </ul>
    </section>
  );
}

function Entries() {
  const { t } = useTranslation('trash');
  const [page, setPage] = useState(1);
  const query = useTrash(page, true);
  const images = useImageTrash();
  if (query.isPending || images.isPending) return <Skeleton className="h-80" />;
  if (query.isError)
    return (
      <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  if (query.data.total === 0 && images.data?.length === 0)
    return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>;
  // Restoring the last row of the last page leaves that page behind.
  const shown = Math.min(page, query.data.pages);
  if (shown !== page) setPage(shown);
  return (
    <>
      <ul>
        {query.data.items.map((entry) => (
          <TrashRow key={`${entry.kind}:${entry.id}`} entry={entry} />
        ))}
      </ul>
      {query.data.pages > 1 && (
        <Pagination page={shown} pages={query.data.pages} onPage={setPage} className="mt-6" />
      )}
      <Images query={images} />
    </>
  );
}

/** What was deleted in the last 30 days. */
export default function Trash() {
  const { t } = useTranslation('trash');
  return (
    <>
      <p className="mb-6 text-ink-2">{t('intro')}</p>
      <Entries />
    </>
  );
}
