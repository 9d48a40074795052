import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { dialogScrim, dialogSheet } from './dialog';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question itself: "Are you sure you want to delete this disease?" */
  question: string;
  /** What follows from it, for example that it can be undone. */
  consequence?: ReactNode;
  /** The verb on the button: "Delete". */
  confirm: string;
  onConfirm: () => void;
  pending?: boolean;
  look?: 'danger' | 'primary';
}

/** Asks before something is done. Cancel has the focus; only a button closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, question, consequence, confirm, onConfirm, pending } = props;
  const { t } = useTranslation();
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={dialogScrim} />
        <Base.Popup className={dialogSheet}>
          <Base.Title className="text-lg">{question}</Base.Title>
          {consequence && (
            <Base.Description className="mt-2 text-ink-2">{consequence}</Base.Description>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Base.Close render={<Button>{t('action.cancel')}</Button>} />
            <Button look={props.look ?? 'danger'} pending={pending} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
