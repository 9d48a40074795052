import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useRunAction } from '@/lib/run-action';

interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick'> {
  action: string;
  /** The text of the button in the dialog, if it is not that of the action. */
  confirm?: string;
  question: string;
  consequence?: ReactNode;
  confirmVariant?: 'danger' | 'primary';
  run: () => Promise<unknown>;
  /** Title of the toast if `run` fails. */
  failed: string;
}

/** A button that asks before it runs something. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { action, confirm = action, question, consequence, run, failed, ...given } = props;
  const { confirmVariant = 'danger', ...rest } = given;
  const runAction = useRunAction();
  const [isOpen, open] = useState(false);
  const start = () => {
    // Closed first, because who the person is may be asked in another dialog.
    open(false);
    void runAction(failed, run);
  };
  return (
    <>
      <Button {...rest} onClick={() => open(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={question}
        consequence={consequence}
        confirm={confirm}
        variant={confirmVariant}
        onConfirm={start}
      />
    </>
  );
}
