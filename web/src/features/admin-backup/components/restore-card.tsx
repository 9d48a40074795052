import type { BackupStatus } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useRun } from '../model/use-run';

/** Brings back all images that need it, after a question. */
export function RestoreCard({ status }: { status: BackupStatus }) {
  const { t } = useTranslation('backup');
  const [asking, ask] = useState(false);
  const { start, pending } = useRun('restore', status);
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('restore.title')}</h2>
      <p className="text-ink-2">{t('restore.text')}</p>
      <Button pending={pending} disabled={status.totalBackups === 0} onClick={() => ask(true)}>
        {t(pending ? 'restore.running' : 'restore.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        question={t('restore.question')}
        consequence={t('restore.consequence')}
        confirm={t('restore.confirm')}
        look="primary"
        onConfirm={() => {
          ask(false);
          void start();
        }}
      />
    </Card>
  );
}
