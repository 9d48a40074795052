import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';

interface DialogButtonProps extends Omit<ButtonProps, 'onClick' | 'title' | 'children'> {
  /** What stands on the button. */
  action: ReactNode;
  title: string;
  description: string;
  /** The content of the dialog, made anew each time that it opens. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton(props: DialogButtonProps) {
  const { action, title, description, children, ...button } = props;
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => open(true)}>
        {action}
      </Button>
      <Dialog open={isOpen} onOpenChange={open} title={title} description={description}>
        {children(() => open(false))}
      </Dialog>
    </>
  );
}
