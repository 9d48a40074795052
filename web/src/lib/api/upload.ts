import type { ResponseOf, RouteContract } from '@ctdb/contracts';
import { ApiError } from './api-error';
import { getCommonHeaders, sendRenewed } from './call';
import type { Endpoint } from './routes';

interface Transfer {
  /** If absent, the upload cannot be aborted. */
  signal?: AbortSignal;
  /** How many bytes of how many have been sent. */
  onSent?: (sent: number, total: number) => void;
  /** Of a file; a form has its own. */
  contentType?: string;
}

interface FileUpload extends Transfer {
  file: File;
  contentType: string;
  query: Record<string, string>;
}

interface Upload extends Omit<Transfer, 'contentType'> {
  fields: Record<string, string>;
  /** The name of the file's part, and the file. */
  file: [name: string, file: File];
}

const parseHeaders = (request: XMLHttpRequest): Headers => {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const [name, ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  return headers;
};

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
const send = (
  endpoint: { method: string; path: string },
  body: FormData | File,
  { signal, onSent, contentType }: Transfer,
) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const aborted = () => reject(new DOMException('Cancelled', 'AbortError'));
    if (signal?.aborted) return aborted();
    request.open(endpoint.method, endpoint.path);
    for (const [name, value] of Object.entries(getCommonHeaders()))
      request.setRequestHeader(name, value);
    if (contentType) request.setRequestHeader('Content-Type', contentType);
    request.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      resolve(new Response(responseText, { status, statusText, headers: parseHeaders(request) }));
    };
    // As fetch does without a connection.
    request.onerror = () => reject(new TypeError('The upload was cut off'));
    request.onabort = aborted;
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.send(body);
  });

const sendSignedIn = async <R extends RouteContract>(
  endpoint: { method: string; path: string },
  body: FormData | File,
  transfer: Transfer,
): Promise<ResponseOf<R>> => {
  const response = await sendRenewed(() => send(endpoint, body, transfer));
  if (!response.ok) throw await ApiError.from(response);
  return (await response.json()) as ResponseOf<R>;
};

/**
 * Uploads a file with its fields and reports the progress. Throws {@link ApiError} for every
 * response that is not OK, a TypeError after a lost connection, an AbortError when `signal` aborts.
 */
export const upload = <R extends RouteContract>(
  endpoint: Endpoint<R>,
  { fields, file, ...transfer }: Upload,
): Promise<ResponseOf<R>> => {
  const form = new FormData();
  // The fields come first, because the server needs them before the file.
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(...file);
  return sendSignedIn<R>(endpoint, form, transfer);
};

/** {@link upload} of a file that is the whole body. */
export const uploadFile = <R extends RouteContract>(
  { method, path }: Endpoint<R>,
  { file, query, ...transfer }: FileUpload,
): Promise<ResponseOf<R>> => {
  const url = `${path}?${new URLSearchParams(query).toString()}`;
  return sendSignedIn<R>({ method, path: url }, file, transfer);
};
