import type { RouteContract } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { isCode } from './api-error';
import { call, type CallOptions } from './call';
import type { Endpoint } from './routes';

/** Calls `route`; `refresh` reloads what the call, or another person before it, has changed. */
export const useApiMutation = <R extends RouteContract>(
  route: Endpoint<R>,
  refresh: () => Promise<void>,
) =>
  useMutation({
    mutationFn: (options: CallOptions<R>) => call<R>(route, options),
    onSuccess: refresh,
    onError: (error) => (isCode(error, 'VERSION_CONFLICT') ? refresh() : undefined),
  });
