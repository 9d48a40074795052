import { formatFileSize } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useDeadLetter } from '../api/dead-letters';

function JsonContent({ text }: { text: string }) {
  const { t } = useTranslation('deadLetters');
  return (
    <pre
      // A long message can be scrolled by keyboard.
      tabIndex={0}
      role="region"
      aria-label={t('content')}
      lang="en"
      className="max-h-96 overflow-y-auto rounded-md border border-line bg-sunk p-4 text-sm wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}

function Content({ id }: { id: string }) {
  const { t } = useTranslation('deadLetters');
  const { data, isPending, error, refetch } = useDeadLetter(id);
  if (isPending) return <Skeleton className="h-48" />;
  if (!data) return <ErrorState title={t('inspectFailed')} query={{ error, refetch }} />;
  return (
    <div className="flex flex-col gap-3">
      {data.eventId && (
        <p className="text-sm wrap-anywhere text-ink-2">{t('eventId', { id: data.eventId })}</p>
      )}
      {data.content === '' ? (
        <p>{t('notShown', { size: formatFileSize(data.size) })}</p>
      ) : (
        <JsonContent text={data.content} />
      )}
      {data.isCut && <p className="text-sm text-ink-3">{t('cut')}</p>}
    </div>
  );
}

interface InspectionProps {
  id: string;
  name: string;
  open: boolean;
  onClose: () => void;
}

/** The content of a dead letter; personal values are masked. */
export function DeadLetterDialog({ id, name, open, onClose }: InspectionProps) {
  const { t } = useTranslation('deadLetters');
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={name}
      description={t('masked')}
    >
      <Content id={id} />
    </Dialog>
  );
}
