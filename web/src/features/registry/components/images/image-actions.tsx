import type { Image } from '@ctdb/contracts';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Menu } from '@/components/ui/menu';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { call, routes } from '@/lib/api';
import { useRunCompletion } from '@/lib/media-runs';
import { toast } from '@/lib/toast';
import { useImageTexts } from '@/features/registry/model/images';
import { useRefreshTreatment, useTreatmentMutation } from '@/features/registry/api/changes';
import { useRunWithUndo } from '@/features/registry/model/use-run-with-undo';
import { useLazyDialog } from '@/features/registry/model/use-lazy-dialog';
import { useAction } from '@/lib/run-action';

const EditDialog = lazyWithTexts(() => import('./edit-dialog'), ['forms', 'faults']);

interface ImageActionsProps {
  image: Image;
  /** Called after the file has changed under the same URL. */
  onRestored: () => void;
}

/** Shows an administrator's actions on one image. */
export function ImageActions({ image, onRestored }: ImageActionsProps) {
  const { t } = useTranslation(['images', 'common']);
  const { title } = useImageTexts()(image);
  const editing = useLazyDialog((shown: Image, dialog) => <EditDialog {...dialog} image={shown} />);
  const [asking, ask] = useState(false);
  const refresh = useRefreshTreatment();
  const { mutateAsync: undelete } = useTreatmentMutation(routes.restoreImage);
  const { mutateAsync: runWithUndo, isPending: isDeleting } = useRunWithUndo();
  const remove = () =>
    runWithUndo({
      done: t('delete.done'),
      failed: t('delete.failed'),
      undoFailed: t('delete.restoreFailed'),
      description: title,
      run: async () => {
        const { id, version } = image;
        try {
          await call(routes.deleteImage, { params: { id }, ifMatch: version });
        } finally {
          // Also after a failure, because the screen may show an outdated state.
          await refresh();
        }
        return async () => {
          await undelete({ params: { id } });
          toast.success(t('delete.restored'), { description: title });
        };
      },
    });
  const { track, running } = useRunCompletion(undefined, (run) => {
    if (run?.status !== 'completed') return toast.error(t('backup.failed'), { description: title });
    toast.success(t('backup.done'), { description: title });
    onRestored();
  });
  const restoration = useAction(t('backup.failed'), async () => {
    track((await call(routes.startRestore, { body: { imageId: image.id } })).id);
    toast.info(t('backup.started'), { description: title });
  });
  const pending = running || restoration.isPending;
  const trigger = (
    <Button
      variant="quiet"
      size="icon-small"
      pending={pending}
      aria-label={t('actions', { name: title })}
    >
      {!pending && <Ellipsis aria-hidden />}
    </Button>
  );
  return (
    <>
      <Menu
        trigger={trigger}
        entries={[
          { kind: 'action', label: t('common:action.edit'), run: () => editing.open(image) },
          { kind: 'action', label: t('common:action.delete'), run: () => ask(true) },
          { kind: 'line', key: 'backup' },
          { kind: 'action', label: t('backup.restore'), run: () => restoration.mutate() },
        ]}
      />
      {editing.dialog}
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        question={t('delete.question')}
        consequence={t('delete.consequence', { name: title })}
        confirm={t('common:action.delete')}
        pending={isDeleting}
        onConfirm={() => void remove().then(() => ask(false))}
      />
    </>
  );
}
