import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** State in the page's history entry. A reload continues with it; a new visit ignores it. */
interface ReturnState {
  order?: string;
  /** The provider has reported the payment: only its confirmation is missing. */
  paid?: boolean;
  cancelled?: boolean;
  /** The buyer went to the provider's page of this order, which takes the money itself. */
  left?: string;
  /** `performance.timeOrigin` of the document that stored it. */
  document?: number;
}

const parseReturnQuery = (search: string): ReturnState | undefined => {
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (query.get('order') === 'cancelled') return { cancelled: true };
  if (query.get('order') === 'return' && token) return { order: token };
  if (query.get('order') === 'paid' && token) return { order: token, paid: true };
  return undefined;
};

/** Browsers also keep the state if a link leads to the current page; that is a new visit. */
const isNewVisit = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => {
    const { type } = entry as PerformanceNavigationTiming;
    return type === 'navigate';
  });

const readReturnState = (state: unknown): ReturnState => {
  if (typeof state !== 'object' || state === null) return {};
  const stored: ReturnState = state;
  return stored.document === performance.timeOrigin || !isNewVisit() ? stored : {};
};

/** Whether the buyer has come back from PayPal, and with which order. */
export const usePayPalReturn = () => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = parseReturnQuery(search);
  const current = arrived ?? readReturnState(state);
  const isArriving = arrived !== undefined;
  /** Shown again by Back as the browser has kept it; else another document reads the state. */
  const [isShownAgain, setShownAgain] = useState(false);
  const isBack = isShownAgain || current.document !== performance.timeOrigin;

  const keep = useCallback(
    (next: ReturnState) => {
      const state: ReturnState = { ...next, document: performance.timeOrigin };
      void navigate(pathname, { replace: true, state });
    },
    [navigate, pathname],
  );

  useEffect(() => {
    const now = parseReturnQuery(search);
    // Remove the query from the URL, so that the reader can share or bookmark it.
    if (isArriving && now) keep(now);
  }, [isArriving, search, keep]);

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => setShownAgain(persisted);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  return {
    /** PayPal's id of the order that was approved. */
    order: current.order,
    isPaid: current.paid === true,
    isCancelled: current.cancelled === true,
    /** The order that the buyer may have paid before coming back by the browser's Back button. */
    left: isBack ? current.left : undefined,
    /** The buyer has approved this order without leaving the page. */
    markApproved: useCallback((order: string) => keep({ order }), [keep]),
    markLeft: useCallback(
      (left: string) => {
        setShownAgain(false);
        keep({ left });
      },
      [keep],
    ),
    markCancelled: useCallback(() => keep({ cancelled: true }), [keep]),
    /** Back to choosing and paying. */
    reset: useCallback(() => {
      keep({});
      // The clicked button is removed: move the focus to the page's content.
      document.getElementById('content')?.focus();
    }, [keep]),
  };
};
