import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

interface ShowMoreProps {
  shown: number;
  total: number;
  older: { isFetching: boolean; failed: boolean; more: () => void };
}

/** Loads older entries, if there are more than in the treatment's reply. */
export function ShowMore({ shown, total, older }: ShowMoreProps) {
  const { t } = useTranslation(['registry', 'common']);
  if (shown >= total) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      {older.failed && (
        <Notice tone="danger" role="alert">
          {t('common:state.loadFailed')}
        </Notice>
      )}
      <Button pending={older.isFetching} onClick={older.more}>
        {t('common:action.showMore')}
        <span className="text-ink-3 tabular-nums">
          {t('registry:detail.shown', { shown, total })}
        </span>
      </Button>
    </div>
  );
}
