import { Tooltip as Base } from '@base-ui/react/tooltip';
import { Copy, type LucideIcon } from 'lucide-react';
import { copyText } from '@/lib/copy-text';
import { Button, type ButtonProps } from './button';

interface IconButtonProps extends ButtonProps {
  Icon: LucideIcon;
  /** Says on hover and on focus what it does. */
  label: string;
}

/** A small button without a text. The label is its accessible name too, unless it has an `aria-label`. */
export function IconButton({ Icon, label, ...button }: IconButtonProps) {
  return (
    <Base.Root>
      <Base.Trigger
        delay={700}
        render={
          <Button variant="quiet" size="icon-small" aria-label={label} {...button}>
            <Icon aria-hidden />
          </Button>
        }
      />
      <Base.Portal>
        <Base.Positioner sideOffset={8} collisionPadding={8} side="bottom" className="z-50">
          <Base.Popup
            role="tooltip"
            className="max-w-64 rounded-sm bg-ink px-2 py-1 text-sm text-paper"
          >
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface CopyButtonProps {
  text: string;
  /** Names the button's action: "Copy name server". */
  label: string;
  copied: string;
  /** Message if the browser forbids copying. */
  failed: string;
}

/** Copies a text to the clipboard and shows a toast. */
export function CopyButton({ text, label, copied, failed }: CopyButtonProps) {
  const copy = () => copyText(text, copied, failed);
  return <IconButton Icon={Copy} label={label} onClick={() => void copy()} />;
}
