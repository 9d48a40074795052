import { queryOptions } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { withTabLock } from '@/lib/tab-lock';

/**
 * The payment mode of this installation and its prices. The first answer sets the cookie; a browser that
 * does not send it then blocks cookies.
 */
export const checkoutQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: ({ signal }) =>
    // Tabs that load together get one cookie.
    withTabLock('pass-cookie', async () => {
      const ask = () => call(routes.getCheckout, { signal });
      const first = await ask();
      return first.hasCookie === false ? ask() : first;
    }),
});
