import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEventHandler, type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Button } from './button';

/** Covers the page below a dialog. */
export const overlayStyle = 'scrim fixed inset-0 z-50 min-h-dvh bg-scrim';
const float = 'float fixed z-50 border-line bg-raised shadow-float';
const shapes = {
  box: [
    'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] -translate-1/2',
    'overflow-y-auto rounded-lg border p-6',
  ],
  /** At the side of the page, as high as the window: the details of a row. */
  drawer: 'inset-y-0 end-0 w-[min(28rem,100vw)] overflow-y-auto border-s p-6',
  /** As large as the window: one image. */
  window: 'inset-2 flex flex-col rounded-lg border p-4 sm:inset-6',
};

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Gets the focus first; else the first box or control. */
  initialFocus?: RefObject<HTMLElement | null>;
  shape?: keyof typeof shapes;
  onKeyDown?: KeyboardEventHandler;
}

/** Base UI knows the dialogs that are part of another one; those that come from elsewhere are above it, too. */
const isOnTop = (popup: HTMLElement | null): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) === popup;

export function DialogPopup(props: DialogProps) {
  const { open, onOpenChange, title, description, children, initialFocus } = props;
  const { shape = 'box', onKeyDown } = props;
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  // A form starts at its first box; the cross would come first otherwise.
  const firstBox = () =>
    popup.current?.querySelector<HTMLElement>('input, select, textarea') ?? true;
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, change) => {
        // Escape closes the top one alone.
        if (change.reason === 'escape-key' && !isOnTop(popup.current)) change.cancel();
        else onOpenChange(next);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayStyle} />
        <Dialog.Popup
          ref={popup}
          initialFocus={initialFocus ?? firstBox}
          onKeyDown={onKeyDown}
          className={cn(float, shapes[shape])}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <Dialog.Title className="text-xl">{title}</Dialog.Title>
            <Dialog.Close
              render={
                <Button variant="quiet" size="icon-small" aria-label={t('action.close')}>
                  <X aria-hidden />
                </Button>
              }
            />
          </div>
          {description && (
            <Dialog.Description className="mb-4 text-ink-2">{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question itself: "Are you sure you want to delete this disease?" */
  question: string;
  /** Explains the consequence, for example that it can be undone. */
  consequence?: ReactNode;
  /** The verb on the button: "Delete". */
  confirm: string;
  onConfirm: () => void;
  pending?: boolean;
  variant?: 'danger' | 'primary';
  /** Gets the focus after closing; else the element that had it before. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
}

export function ConfirmPopup(props: ConfirmDialogProps) {
  const { open, onOpenChange, question, consequence, confirm, onConfirm, pending } = props;
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        {/* Forced, because the question may belong to a drawer. */}
        <AlertDialog.Backdrop forceRender className={overlayStyle} />
        <AlertDialog.Popup
          initialFocus={cancel}
          finalFocus={props.finalFocus}
          className={cn(float, shapes.box)}
        >
          <AlertDialog.Title className="text-lg">{question}</AlertDialog.Title>
          {consequence && (
            <AlertDialog.Description className="mt-2 text-ink-2">
              {consequence}
            </AlertDialog.Description>
          )}
          {props.children}
          <div className="mt-6 flex flex-wrap gap-3">
            <Button variant={props.variant ?? 'danger'} pending={pending} onClick={onConfirm}>
              {confirm}
            </Button>
            <AlertDialog.Close ref={cancel} render={<Button>{t('action.cancel')}</Button>} />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
