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
  const { confirmVariant = 'danger', pending = false, ...rest } = given;
  const runAction = useRunAction();
  const [isOpen, open] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const start = async () => {
    // Closed first, because who the person is may be asked in another dialog.
    open(false);
    setRunning(true);
    await runAction(failed, run);
    setRunning(false);
  };
  return (
    <>
      <Button {...rest} pending={pending || isRunning} onClick={() => open(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={question}
        consequence={consequence}
        confirm={confirm}
        variant={confirmVariant}
        onConfirm={() => void start()}
      />
    </>
  );
}
