import { queryOptions } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** One tab at a time: tabs that load together get one cookie. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await (navigator.locks ? navigator.locks.request('pass-cookie', work) : work());
  } catch (error) {
    // Browsers that block cookies may refuse locks too.
    if (error instanceof DOMException && error.name === 'SecurityError') return work();
    throw error;
  }
};

/**
 * The payment mode of this installation and its prices. The first answer sets the cookie; a browser that
 * does not send it then blocks cookies.
 */
export const checkoutQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: ({ signal }) =>
    inTurn(async () => {
      const ask = () => call(routes.getCheckout, { signal });
      const first = await ask();
      return first.hasCookie === false ? ask() : first;
    }),
});
