import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

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
