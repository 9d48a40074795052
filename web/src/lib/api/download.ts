import type { RouteContract } from '@ctdb/contracts';
import { ApiError } from './api-error';
import { sendSignedIn } from './call';
import type { Endpoint } from './routes';

/** Calls `route`, which answers with a file; throws {@link ApiError} if it does not. */
export const download = async <R extends RouteContract>(
  { method, path }: Endpoint<R>,
  query: Record<string, string> = {},
  params: Record<string, string> = {},
): Promise<{ name: string; content: Blob }> => {
  const response = await sendSignedIn({ method, path, query, params });
  if (!response.ok) throw await ApiError.from(response);
  const disposition = response.headers.get('content-disposition') ?? '';
  const [, name = ''] = /filename="([^"]+)"/.exec(disposition) ?? [];
  return { name, content: await response.blob() };
};
