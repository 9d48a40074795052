import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Kept with the page's entry in the history: a reload asks again, a new visit starts anew. */
interface Kept {
  order?: string;
  cancelled?: boolean;
}

const fromAddress = (search: string): Kept | undefined => {
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (query.get('order') === 'cancelled') return { cancelled: true };
  if (query.get('order') === 'return' && token) return { order: token };
  return undefined;
};

const isKept = (value: unknown): value is Kept => typeof value === 'object' && value !== null;

/** Whether the buyer has come back from PayPal, and with which order. */
export const useReturn = () => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = fromAddress(search);
  const kept = arrived ?? (isKept(state) ? state : {});
  const isArriving = arrived !== undefined;

  const keep = useCallback(
    (next: Kept) => void navigate(pathname, { replace: true, state: next }),
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
    startOver: useCallback(() => keep({}), [keep]),
  };
};
