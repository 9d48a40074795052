import type { TrashEntry } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useErrorWords } from '@/i18n/use-error-words';
import { useLanguage } from '@/i18n/use-language';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { useRestoreEntry } from '../api/trash';

/** What the trash shows of a record, or of an image. */
type Entry = Pick<TrashEntry, 'id' | 'deletedAt' | 'purgeAt' | 'label'> &
  Partial<Pick<TrashEntry, 'nameEn' | 'nameKn'>> & { kind: TrashEntry['kind'] | 'image' };

/** One deleted record and the way to get it back. An image has its title alone. */
export function TrashRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['trash', 'common']);
  const { errorText } = useErrorWords();
  const language = useLanguage();
  const restoration = useRestoreEntry();
  const { nameEn, nameKn, label = '' } = entry;
  const name = (language === 'kn' ? nameKn : nameEn) ?? label;

  const restore = async () => {
    try {
      await restoration.mutateAsync(entry);
      toast.success(t('trash:restored'), { description: name });
    } catch (error) {
      toast.error(t('trash:restoreFailed'), { description: errorText(error) });
    }
  };

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{name}</span>
          <Badge>{t(`trash:kind.${entry.kind}`)}</Badge>
        </p>
        {label && label !== name && <p>{label}</p>}
        <p className="text-sm text-ink-3">
          {t('trash:dates', {
            deleted: formatDate(entry.deletedAt, language),
            purged: formatDate(entry.purgeAt, language),
          })}
        </p>
      </div>
      <Button
        pending={restoration.isPending}
        aria-label={t('trash:restoreNamed', { name })}
        onClick={() => void restore()}
      >
        {t('common:action.restore')}
      </Button>
    </li>
  );
}
