import type { RouteContract } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { call, type CallOptions } from './call';
import type { Endpoint } from './routes';

/** Calls `route`; `onSuccess` reloads what the call changed. */
export const useApiMutation = <R extends RouteContract>(
  route: Endpoint<R>,
  onSuccess: () => Promise<void>,
) =>
  useMutation({
    mutationFn: (options: CallOptions<R>) => call<R>(route, options),
    onSuccess,
  });
