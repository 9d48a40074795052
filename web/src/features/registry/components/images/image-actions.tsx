import type { Image } from '@ctdb/contracts';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu } from '@/components/ui/menu';
import { loadTranslations } from '@/i18n';
import { useImageDeletion } from '@/features/registry/model/use-image-deletion';
import { useImageRestore } from '@/features/registry/model/use-image-restore';
import { useOpening } from '@/features/registry/model/use-opening';

const EditDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('./edit-dialog'),
    loadTranslations(['forms', 'faults']),
  ]);
  return dialog;
});

interface ImageActionsProps {
  image: Image;
  diseaseId: string;
  /** The bytes are new under the old address. */
  onRestored: () => void;
}

/** What an administrator can do with one image. */
export function ImageActions({ image, diseaseId, onRestored }: ImageActionsProps) {
  const { t } = useTranslation(['images', 'common']);
  const editing = useOpening<Image>();
  const [asking, ask] = useState(false);
  const deletion = useImageDeletion(image, diseaseId);
  const { restore, pending } = useImageRestore(image, onRestored);
  const trigger = (
    <Button
      look="quiet"
      size="icon-small"
      pending={pending}
      aria-label={t('actions', { name: image.title })}
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
          { kind: 'action', label: t('backup.restore'), run: () => void restore() },
        ]}
      />
      {editing.opening && (
        <Suspense fallback={null}>
          <EditDialog
            key={editing.opening.at}
            open={editing.opening.open}
            image={editing.opening.what}
            diseaseId={diseaseId}
            onClose={editing.close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        question={t('delete.question')}
        consequence={t('delete.consequence', { name: image.title })}
        confirm={t('common:action.delete')}
        pending={deletion.pending}
        onConfirm={() => void deletion.remove().then(() => ask(false))}
      />
    </>
  );
}
