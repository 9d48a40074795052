import type { TreatmentDetail } from '@ctdb/contracts';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { EmptyState, Notice } from '@/components/ui/notice';
import { useHasDraft } from '@/lib/draft-key';
import { useSession } from '@/lib/session';
import { useShortcut } from '@/lib/shortcuts';

interface OlderEntries {
  isFetching: boolean;
  failed: boolean;
  more: () => void;
}

interface ShowMoreProps {
  shown: number;
  total: number;
  older: OlderEntries;
}

/** Loads older entries, if there are more than in the treatment's reply. */
function ShowMore({ shown, total, older }: ShowMoreProps) {
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

interface EntriesTabProps extends ShowMoreProps {
  kind: 'note' | 'history';
  treatment: TreatmentDetail;
  /** The form for a new entry. */
  Form: ComponentType<{ treatment: TreatmentDetail; onClose: () => void }>;
  /** The list of entries. */
  children: ReactNode;
}

/** Notes or history entries, newest first, and the form for a new one. */
export function EntriesTab({ kind, treatment, Form, children, ...pages }: EntriesTabProps) {
  const { t } = useTranslation('entries');
  const canAdd = useSession().can('tools');
  const addKey = useShortcut('n');
  const isBegun = useHasDraft(`${kind}:${treatment.id}`);
  const [isAdding, setIsAdding] = useState(canAdd && isBegun);
  return (
    <div className="flex flex-col gap-6">
      {canAdd && !isAdding && (
        <Button className="self-start" onClick={() => setIsAdding(true)} {...addKey}>
          <Plus aria-hidden />
          {t(`${kind}.add`)}
        </Button>
      )}
      {isAdding && <Form treatment={treatment} onClose={() => setIsAdding(false)} />}
      {pages.shown === 0 && !isAdding && (
        <EmptyState title={t(`${kind}.none`)}>{t(`${kind}.noneHint`)}</EmptyState>
      )}
      {pages.shown > 0 && children}
      <ShowMore {...pages} />
    </div>
  );
}
