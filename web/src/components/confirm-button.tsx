import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useAction } from '@/lib/run-action';

interface ActionButtonProps extends Omit<ButtonProps, 'onClick'> {
  run: () => Promise<unknown>;
  /** Title of the toast if `run` fails. */
  failed: string;
}

/** A button that runs something. */
export function ActionButton({ run, failed, pending = false, ...rest }: ActionButtonProps) {
  const action = useAction(failed, run);
  return <Button {...rest} pending={pending || action.isPending} onClick={() => action.mutate()} />;
}

interface ConfirmButtonProps extends ActionButtonProps {
  action: string;
  /** The text of the button in the dialog, if it is not that of the action. */
  confirm?: string;
  question: string;
  consequence?: ReactNode;
  confirmVariant?: 'danger' | 'primary';
}

/** A button that asks before it runs something. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { action, confirm = action, question, consequence, run, failed, ...given } = props;
  const { confirmVariant = 'danger', pending = false, ...rest } = given;
  const { mutate, isPending } = useAction(failed, run);
  const [isOpen, open] = useState(false);
  const start = () => {
    // Closed first, because who the person is may be asked in another dialog.
    open(false);
    mutate();
  };
  return (
    <>
      <Button {...rest} pending={pending || isPending} onClick={() => open(true)}>
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
