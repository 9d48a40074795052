import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Kept with the page's entry in the history: a reload asks again, a new visit starts anew. */
interface Kept {
  order?: string;
  cancelled?: boolean;
  /** The document that has kept it. */
  document?: number;
}

const fromAddress = (search: string): Kept | undefined => {
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (query.get('order') === 'cancelled') return { cancelled: true };
  if (query.get('order') === 'return' && token) return { order: token };
  return undefined;
};

/** Browsers keep it, too, when a link leads to the page that one is on; that is a new visit. */
const isVisit = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => {
    const { type } = entry as PerformanceNavigationTiming;
    return type === 'navigate';
  });

const readKept = (state: unknown): Kept => {
  if (typeof state !== 'object' || state === null) return {};
  const kept: Kept = state;
  return kept.document === performance.timeOrigin || !isVisit() ? kept : {};
};

/** Whether the buyer has come back from PayPal, and with which order. */
export const usePayPalReturn = () => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = fromAddress(search);
  const kept = arrived ?? readKept(state);
  const isArriving = arrived !== undefined;

  const keep = useCallback(
    (next: Kept) => {
      const state: Kept = { ...next, document: performance.timeOrigin };
      void navigate(pathname, { replace: true, state });
    },
    [navigate, pathname],
  );

  useEffect(() => {
    const now = fromAddress(search);
    // The address is cleared, so that it can be shared and bookmarked.
    if (isArriving && now) keep(now);
  }, [isArriving, search, keep]);

  return {
    /** PayPal's id of the order that was approved. */
    order: kept.order,
    isCancelled: kept.cancelled === true,
    /** The buyer has approved this order without leaving the page. */
    approved: useCallback((order: string) => keep({ order }), [keep]),
    cancelled: useCallback(() => keep({ cancelled: true }), [keep]),
    /** Back to choosing and paying. */
    startOver: useCallback(() => {
      keep({});
      // The button that was pressed is gone.
      document.getElementById('content')?.focus();
    }, [keep]),
  };
};
