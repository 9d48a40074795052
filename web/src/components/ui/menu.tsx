import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import type { ButtonProps } from './button';
import type { MenuEntry } from './menu-parts';

export type { MenuEntry };

export interface MenuProps {
  /** The `Button` that opens it. */
  trigger: ReactElement<ButtonProps>;
  entries: readonly MenuEntry[];
}

const fetchParts = () => import('./menu-parts');
const MenuParts = lazy(fetchParts);

/**
 * A button that opens a short list of actions. The list's code (45 kB with the positioning) is
 * loaded on hover or focus, so that it is no part of the initial bundle.
 */
export function Menu({ trigger, entries }: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void fetchParts(),
    onFocus: () => void fetchParts(),
    onClick: () => setWanted(true),
  });
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <MenuParts trigger={trigger} entries={entries} />
    </Suspense>
  );
}
