import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import type { ButtonProps } from './button';

export type MenuEntry =
  | { kind: 'action'; label: string; run: () => void }
  /** `link`: an empty `<Link to="…" />` or `<a href="…" />`. */
  | { kind: 'link'; label: string; link: ReactElement }
  | { kind: 'line'; key: string }
  | {
      kind: 'choice';
      label: string;
      value: string;
      options: readonly { value: string; label: string }[];
      onChange: (value: string) => void;
    };

interface MenuProps {
  /** The `Button` that opens it. */
  trigger: ReactElement<ButtonProps>;
  entries: readonly MenuEntry[];
}

const fetchParts = () => import('./menu-parts');
const MenuParts = lazy(fetchParts);

/**
 * A short list of actions behind a button. Its code (45 kB with the positioning) is fetched when
 * the pointer or the focus comes near, so that no page pays for it beforehand.
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
