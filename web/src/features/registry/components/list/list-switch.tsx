import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/ui/notice';
import { cn } from '@/lib/cn';
import { type PersonalList, personalLists, useRegistryUrl } from '@/features/registry/model/filter';

/** The registry, or what the reader has marked or viewed. */
export function ListSwitch() {
  const { t } = useTranslation('lists');
  const { personal } = useRegistryUrl();
  return (
    <nav aria-label={t('label')} className="flex flex-wrap gap-x-1">
      {([undefined, ...personalLists] as const).map((list) => (
        <Link
          key={list ?? 'all'}
          to={list ? `?list=${list}` : '?'}
          aria-current={list === personal ? 'page' : undefined}
          className={cn(
            'flex min-h-(--control-small) items-center border-b-2 px-2 py-1 focus-visible:-outline-offset-2',
            list === personal
              ? 'border-accent font-semibold text-ink'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {t(`name.${list ?? 'all'}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Why a personal list is empty. */
export function EmptyList({ list }: { list: PersonalList }) {
  const { t } = useTranslation('lists');
  return <EmptyState title={t(`none.${list}`)}>{t(`noneHint.${list}`)}</EmptyState>;
}
