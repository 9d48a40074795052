import type { TrashEntry } from '@ctdb/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '@/components/confirm-button';
import { Page } from '@/components/layout/page';
import { Badge } from '@/components/ui/badge';
import { ListRow } from '@/components/ui/list-row';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { PagedList } from '@/components/ui/paged-list';
import { Skeleton } from '@/components/ui/progress';
import { UserText } from '@/components/ui/prose';
import { Section } from '@/components/ui/section';
import { call, currentQuery, pagedQuery, routes } from '@/lib/api';
import { useLanguage, useLocalText } from '@/lib/language';
import { formatDate, formatDay } from '@/lib/dates';
import { toast } from '@/lib/toast';

/** Rows on a page of the trash. */
const TRASH_PAGE_SIZE = 20;

/** Images that were deleted individually, newest first. */
const useImageTrash = () => useQuery(currentQuery(['trash', 'images'], routes.listDeletedImages));

/** A deleted record or image. */
type Entry = Pick<TrashEntry, 'id' | 'deletedAt' | 'purgeAt' | 'label' | 'labelKn' | 'date'> &
  Partial<Pick<TrashEntry, 'nameEn' | 'nameKn'>> & { kind: TrashEntry['kind'] | 'image' };

/** One deleted record with a restore button. An image has only a title. */
function TrashRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['trash', 'common']);
  const language = useLanguage();
  const client = useQueryClient();
  const { id, kind, nameEn, nameKn, date } = entry;
  const text = useLocalText()(entry.label ?? '', entry.labelKn ?? '');
  const label = date ? `${text} · ${formatDay(date, language)}` : text;
  const name = (language === 'kn' ? nameKn : nameEn) ?? label;

  const restore = async () => {
    await (kind === 'image'
      ? call(routes.restoreImage, { params: { id } })
      : call(routes.restoreFromTrash, { params: { kind, id } }));
    // All data may contain it.
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
    toast.success(t('trash:restored'), { description: name });
  };

  return (
    <ListRow
      title={<UserText>{name}</UserText>}
      badges={<Badge>{t(`trash:kind.${kind}`)}</Badge>}
      actions={
        <ActionButton
          aria-label={t('trash:restoreNamed', { name })}
          failed={t('trash:restoreFailed')}
          run={restore}
        >
          {t('common:action.restore')}
        </ActionButton>
      }
    >
      {label && label !== name && (
        <p className="text-base text-ink">
          <UserText>{label}</UserText>
        </p>
      )}
      <p>
        {t('trash:dates', {
          deleted: formatDate(entry.deletedAt, language),
          purged: formatDate(entry.purgeAt, language),
        })}
      </p>
    </ListRow>
  );
}

function Images({ query }: { query: ReturnType<typeof useImageTrash> }) {
  const { t } = useTranslation('trash');
  if (query.isError) return <ErrorState title={t('imagesFailed')} query={query} />;
  if (!query.data?.length) return null;
  return (
    <Section id="trash-images" title={t('images')} headingClass="text-lg" className="mt-8">
      <ul>
        {query.data.map(({ title, titleKn, ...image }) => (
          <TrashRow
            key={image.id}
            entry={{ ...image, kind: 'image', label: title, labelKn: titleKn }}
          />
        ))}
      </ul>
    </Section>
  );
}

function Entries() {
  const { t } = useTranslation('trash');
  const [page, setPage] = useState(1);
  const query = useQuery(pagedQuery(['trash'], routes.listTrash, { page, limit: TRASH_PAGE_SIZE }));
  const images = useImageTrash();
  if (query.isPending || images.isPending) return <Skeleton className="h-80" />;
  return (
    <>
      <PagedList
        query={query}
        page={page}
        onPage={setPage}
        failed={t('failed')}
        empty={
          images.data?.length === 0 && <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        }
        row={(entry) => <TrashRow key={`${entry.kind}:${entry.id}`} entry={entry} />}
      />
      <Images query={images} />
    </>
  );
}

/** Lists everything that was deleted in the last 30 days. */
export default function TrashPage() {
  const { t } = useTranslation('trash');
  return (
    <Page needs="edit" title={t('title')} intro={t('intro')} isNarrow>
      <Entries />
    </Page>
  );
}
