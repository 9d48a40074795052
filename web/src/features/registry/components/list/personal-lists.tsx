import { useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/notice';
import { registryKeys, usePersonalList } from '@/features/registry/api/queries';
import { call, routes } from '@/lib/api';
import { cn } from '@/lib/cn';
import { useAction } from '@/lib/run-action';
import { useSession } from '@/lib/session';
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
              ? 'border-accent font-semibold text-ink forced-colors:border-[Highlight]'
              : 'border-transparent text-ink-2 hover:text-ink forced-colors:border-[Canvas]',
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

/** A disease counts as viewed when it was shown for so long. */
const VIEWED_AFTER_MS = 1_000;

/** Notes that the reader has viewed a disease; undefined: none. */
const useViewed = (id: string | undefined): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return undefined;
    const note = async () => {
      // Another visit notes it again.
      await call(routes.addRecent, { params: { id } }).catch(() => undefined);
      // A list that is shown keeps its order while the reader goes through it.
      const queryKey = registryKeys.personal('recent');
      await client.invalidateQueries({ queryKey, refetchType: 'none' });
    };
    const timer = setTimeout(() => void note(), VIEWED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, id]);
};

/** Marks a disease for the reader alone, or takes the mark off. */
export function FavoriteButton({ id }: { id: string }) {
  const { t } = useTranslation('lists');
  const { data } = usePersonalList('favorites', useSession().can('read'));
  const isFavorite = data?.items.some((favorite) => favorite.id === id) ?? false;
  const client = useQueryClient();
  const { mutate, isPending } = useAction(t('failed'), async () => {
    await (isFavorite
      ? call(routes.removeFavorite, { params: { id } })
      : call(routes.addFavorite, { params: { id } }));
    await client.invalidateQueries({ queryKey: registryKeys.personal('favorites') });
  });
  // The first disease of a list is shown, not viewed, until it is chosen.
  useViewed(useRegistryUrl().chosenId === id ? id : undefined);
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={t('mark')}
      aria-pressed={isFavorite}
      disabled={!data}
      pending={isPending}
      onClick={() => mutate()}
    >
      {!isPending && <Star aria-hidden className={isFavorite ? 'fill-current text-accent' : ''} />}
    </Button>
  );
}
