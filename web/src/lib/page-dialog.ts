import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Whether a dialog of what stands above all pages is open; undefined before its first opening. Another page closes it.
 */
export function usePageDialog(): readonly [boolean | undefined, (open: boolean) => void] {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState<boolean>();
  const [page, setPage] = useState(pathname);
  if (page !== pathname) {
    setPage(pathname);
    if (isOpen) setOpen(false);
  }
  return [isOpen, setOpen];
}
