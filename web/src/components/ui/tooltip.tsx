import { cloneElement, type HTMLAttributes, type ReactElement } from 'react';

type WithTip = HTMLAttributes<HTMLElement> & { 'data-tip'?: string };

/**
 * Names what a control does, on hover and on focus. The control needs its own accessible name
 * (`aria-label`): touch has no hover. `Tooltips` does the work.
 */
export function Tooltip({ label, children }: { label: string; children: ReactElement<WithTip> }) {
  return cloneElement(children, { 'data-tip': label });
}
