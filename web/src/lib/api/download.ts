import type { RouteContract } from '@ctdb/contracts';
import { type Options, request } from './call';
import type { Endpoint } from './routes';

/** Calls `route`, which answers with a file. */
export const download = async <R extends RouteContract>(
  route: Endpoint<R>,
  ...options: Options<R>
): Promise<{ name: string; content: Blob }> => {
  const response = await request(route, ...options);
  const disposition = response.headers.get('content-disposition') ?? '';
  const [, name = ''] = /filename="([^"]+)"/.exec(disposition) ?? [];
  return { name, content: await response.blob() };
};
