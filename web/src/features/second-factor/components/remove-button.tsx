import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';

interface RemoveButtonProps {
  /** The button's name for screen readers. */
  label: string;
  question: string;
  remove: () => Promise<unknown>;
}

/** Removes a factor after a question. */
export function RemoveButton({ label, question, remove }: RemoveButtonProps) {
  const { t } = useTranslation('factors');
  const runAction = useRunAction();
  const [isOpen, open] = useState(false);

  const run = async () => {
    // Closed first, because who the person is may be asked in another dialog.
    open(false);
    await runAction(t('changeFailed'), async () => {
      await remove();
      toast.success(t('removed'));
    });
  };

  return (
    <>
      <Button aria-label={label} onClick={() => open(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={question}
        confirm={t('remove')}
        onConfirm={() => void run()}
      />
    </>
  );
}
