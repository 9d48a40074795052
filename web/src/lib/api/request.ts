import { readLanguage } from '@/i18n/language';
import { readAdminToken } from './admin-token';

export interface RequestParts {
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Version that the caller has seen; the server refuses the change if there is a newer one. */
  ifMatch?: number | undefined;
  /** Makes a repeated request one request. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

const address = ({ path, params = {}, query = {} }: RequestParts): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const tail = search.toString();
  return tail ? `${filled}?${tail}` : filled;
};

/** Sends one request with everything that each of ours carries. Rejects only without a connection. */
export const send = (parts: RequestParts): Promise<Response> => {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': readLanguage() });
  const token = readAdminToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (parts.ifMatch !== undefined) headers.set('If-Match', `"${parts.ifMatch}"`);
  if (parts.idempotencyKey) headers.set('Idempotency-Key', parts.idempotencyKey);
  if (parts.body !== undefined) headers.set('Content-Type', 'application/json');
  return fetch(address(parts), {
    method: parts.method,
    headers,
    credentials: 'include',
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(parts.signal ? { signal: parts.signal } : {}),
  });
};
