import { Tooltip as Base } from '@base-ui/react/tooltip';
import { Copy } from 'lucide-react';
import type { ReactElement } from 'react';
import { copyText } from '@/lib/copy-text';
import { Button } from './button';

/**
 * Names what a control does, on hover and on focus. The control needs its own accessible name
 * (`aria-label`), because touch has no hover.
 */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger delay={700} render={children} />
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
  return (
    <Tooltip label={label}>
      <Button size="icon-small" variant="quiet" aria-label={label} onClick={() => void copy()}>
        <Copy aria-hidden />
      </Button>
    </Tooltip>
  );
}
