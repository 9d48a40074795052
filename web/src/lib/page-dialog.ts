import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Whether a dialog of what stands above all pages is open; undefined before its first opening. Another page closes it.
 */
export function usePageDialog(): readonly [boolean | undefined, (open: boolean) => void] {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ at?: string }>();
  return [opened && opened.at === pathname, (open) => setOpened(open ? { at: pathname } : {})];
}
