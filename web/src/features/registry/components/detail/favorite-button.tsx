import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useSession } from '@/lib/session';
import { usePersonalList } from '@/features/registry/api/queries';
import { useMarkFavorite, useViewed } from '@/features/registry/api/changes';
import { useRegistryUrl } from '@/features/registry/model/filter';
import { useRunAction } from '@/lib/run-action';

/** Marks a disease for the reader alone, or takes the mark off. */
export function FavoriteButton({ id }: { id: string }) {
  const { t } = useTranslation('lists');
  const runAction = useRunAction();
  const { data } = usePersonalList('favorites', useSession().can('read'));
  const isFavorite = data?.items.some((favorite) => favorite.id === id) ?? false;
  const { mutateAsync, isPending } = useMarkFavorite(isFavorite);
  // The first disease of a list is shown, not viewed, until it is chosen.
  useViewed(useRegistryUrl().chosenId === id ? id : undefined);
  const mark = () =>
    runAction(t('failed'), async () => {
      await mutateAsync(id);
    });
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={t('mark')}
      aria-pressed={isFavorite}
      disabled={!data}
      pending={isPending}
      onClick={() => void mark()}
    >
      {!isPending && <Star aria-hidden className={isFavorite ? 'fill-current text-accent' : ''} />}
    </Button>
  );
}
