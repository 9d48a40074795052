import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { toast } from '@/lib/toast';
import { type EntryRef, usePublishEntry } from '@/features/registry/api/entries';
import { useRunAction } from '@/lib/run-action';

interface PublishEntryProps {
  diseaseId: string;
  entry: EntryRef & { version: number; isPublished: boolean };
  /** What is published, for the button's name. */
  name: string;
}

/** Publishes a buyer's entry to all readers, or ends that; the toast offers Undo. */
export function PublishEntry({ diseaseId, entry, name }: PublishEntryProps) {
  const { t } = useTranslation(['entries', 'common']);
  const runAction = useRunAction();
  const { mutateAsync, isPending } = usePublishEntry(diseaseId);
  const publish = (isPublished: boolean, ifMatch: number): Promise<void> =>
    runAction(t('entry.publishFailed'), async () => {
      const { version } = await mutateAsync({ ...entry, isPublished, ifMatch });
      toast.success(t(isPublished ? 'entry.published' : 'entry.unpublished'), {
        action: { label: t('common:action.undo'), run: () => void publish(!isPublished, version) },
      });
    });
  const { isPublished, version } = entry;
  return (
    <Tooltip label={t(isPublished ? 'entry.unpublish' : 'entry.publish')}>
      <Button
        variant="quiet"
        size="icon-small"
        pending={isPending}
        aria-label={t(isPublished ? 'entry.unpublishNamed' : 'entry.publishNamed', { name })}
        onClick={() => void publish(!isPublished, version)}
      >
        {isPublished ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </Tooltip>
  );
}
