import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Button } from './button';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** What is focused first; else the first thing that can be. */
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
}

/** The sheet of both kinds of dialog. */
export const dialogSheet =
  'float fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] -translate-1/2 overflow-y-auto rounded-lg border border-line bg-raised p-6 shadow-float';
export const dialogScrim = 'scrim fixed inset-0 z-50 min-h-dvh bg-scrim';

/** A question or a short form above the page. Escape and the cross close it; focus returns. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, initialFocus, className } = props;
  const { t } = useTranslation();
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={dialogScrim} />
        <Base.Popup initialFocus={initialFocus} className={cn(dialogSheet, className)}>
          <div className="mb-4 flex items-start justify-between gap-4">
            <Base.Title className="text-xl">{title}</Base.Title>
            <Base.Close
              render={
                <Button look="quiet" size="icon-small" aria-label={t('action.close')}>
                  <X aria-hidden />
                </Button>
              }
            />
          </div>
          {description && (
            <Base.Description className="mb-4 text-ink-2">{description}</Base.Description>
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
