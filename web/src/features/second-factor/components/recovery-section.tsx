import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useRunAction } from '@/lib/run-action';
import { useRenewRecoveryCodes } from '../api/factors';

interface RecoverySectionProps {
  left: number;
  onRecoveryCodes: (codes: string[]) => void;
}

/** How many recovery codes are left, and new ones. */
export function RecoverySection({ left, onRecoveryCodes }: RecoverySectionProps) {
  const { t } = useTranslation('factors');
  const runAction = useRunAction();
  const [isOpen, open] = useState(false);
  const renewal = useRenewRecoveryCodes();

  const renew = async () => {
    // Closed first, because who the person is may be asked in another dialog.
    open(false);
    await runAction(t('changeFailed'), async () => {
      const { recoveryCodes } = await renewal.mutateAsync({});
      onRecoveryCodes(recoveryCodes);
    });
  };

  return (
    <section className="py-6">
      <h2 className="text-xl">{t('codes.title')}</h2>
      <p className="mt-1 text-ink-2">{t('codes.about')}</p>
      <p className="mt-1">{t('codes.left', { count: left })}</p>
      <Button className="mt-4" pending={renewal.isPending} onClick={() => open(true)}>
        {t('codes.renew')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={t('codes.question')}
        consequence={t('codes.consequence')}
        confirm={t('codes.renew')}
        variant="primary"
        onConfirm={() => void renew()}
      />
    </section>
  );
}
