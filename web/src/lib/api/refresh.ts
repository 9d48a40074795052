import type { ResponseOf, routes as contracts } from '@ctdb/contracts';
import { clearAdminToken, readAdminToken, storeAdminToken } from './admin-token';
import { ApiError } from './api-error';
import { send } from './request';
import { routes } from './routes';

const renew = async (): Promise<boolean> => {
  const response = await send(routes.refreshSession);
  if (response.ok) {
    const answer = (await response.json()) as ResponseOf<typeof contracts.refreshSession>;
    storeAdminToken(answer.token);
    return true;
  }
  // Only a refusal ends the session; a server that is down may know it again in a minute.
  if (response.status >= 500) throw await ApiError.from(response);
  clearAdminToken();
  return false;
};

const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('admin-refresh', work) : work();

let running: Promise<boolean> | undefined;

/**
 * Trades the refresh cookie for a new token, once for all tabs and all calls that wait for it.
 * @param refused the token that the server no longer takes
 * @returns whether there is a token to try again with
 */
export const refreshAdminToken = (refused: string): Promise<boolean> => {
  running ??= alone(async () => {
    const current = readAdminToken();
    // Another tab has renewed it, or signed out, while this one waited for the lock.
    if (current !== refused) return current !== null;
    return renew();
  }).finally(() => {
    running = undefined;
  });
  return running;
};
