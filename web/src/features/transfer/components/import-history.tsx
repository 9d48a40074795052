import type { ImportStatus } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ListRow } from '@/components/ui/list-row';
import { PagedList } from '@/components/ui/paged-list';
import { UserText } from '@/components/ui/prose';
import { Section } from '@/components/ui/section';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { useImports } from '../api/imports';

const tones = {
  checking: 'blue',
  checked: 'amber',
  running: 'blue',
  completed: 'green',
  cancelled: 'gray',
  failed: 'red',
  undoing: 'blue',
  undone: 'gray',
} as const satisfies Record<ImportStatus, string>;

/** The state of an import in a word. */
export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation('transfer');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

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
  const list = (
    <PagedList
      query={query}
      page={page}
      onPage={setPage}
      failed={t('loadFailed')}
      height="h-24"
      empty={null}
      row={({ id, status, createdAt, ...item }) => {
        const name = item.name || t('unnamed');
        return (
          <ListRow
            key={id}
            title={<UserText>{name}</UserText>}
            badges={<ImportStatusBadge status={status} />}
            actions={
              <Button
                size="small"
                aria-label={t('showOf', { name })}
                aria-pressed={id === shown}
                onClick={() => onShow(id)}
              >
                {t('show')}
              </Button>
            }
          >
            <time dateTime={createdAt}>{formatDateTime(createdAt, language)}</time>
          </ListRow>
        );
      }}
    />
  );
  if (!query.data?.total) return list;
  return (
    <Section id="imports-title" title={t('history')} headingClass="mb-2 text-xl">
      {list}
    </Section>
  );
}
