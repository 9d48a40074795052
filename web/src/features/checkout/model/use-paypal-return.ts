import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** State in the page's history entry. A reload continues with it; a new visit ignores it. */
export interface ReturnState {
  /** PayPal's id of the order that was approved. */
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

/** Whether the buyer has come back from PayPal, and with which order; `keep` stores another state of the visit. */
export const usePayPalReturn = () => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = parseReturnQuery(search);
  const current = arrived ?? readReturnState(state);
  /** Shown again by Back as the browser has kept it; else another document reads the state. */
  const [isShownAgain, setShownAgain] = useState(false);
  const isBack = isShownAgain || current.document !== performance.timeOrigin;

  const store = (next: ReturnState): void => {
    const kept: ReturnState = { ...next, document: performance.timeOrigin };
    void navigate(pathname, { replace: true, state: kept });
  };
  const keep = (next: ReturnState): void => {
    setShownAgain(false);
    store(next);
  };
  // Removes the query from the URL, so that the reader can share or bookmark it.
  const keepArrived = useEffectEvent(() => {
    if (arrived) store(arrived);
  });
  useEffect(() => keepArrived(), [search]);

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => setShownAgain(persisted);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  // Back brings the buyer here who may have paid an order that takes the money itself.
  return { ...current, left: isBack ? current.left : undefined, keep };
};
