import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** After a walk to another screen, reading starts at its content and at the top. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const content = document.getElementById('content');
    // A screen that has chosen its own first stop keeps it.
    if (content?.contains(document.activeElement)) return;
    window.scrollTo(0, 0);
    content?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
