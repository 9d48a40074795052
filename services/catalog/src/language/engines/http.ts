import type { z } from 'zod';

/** An engine that did not do its work. The message never holds what it was asked or answered. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** One call of an engine's HTTP interface. */
export interface EngineCall<S extends z.ZodType> {
  url: URL;
  headers?: Record<string, string>;
  /** Sent as JSON with POST; without it the call is a GET. */
  body?: unknown;
  /** What the answer must look like. */
  answer: S;
  timeoutMs?: number;
}

/** Less than the 20 s that the caller of a translation waits. */
const ENGINE_TIMEOUT_MS = 15_000;

// Of what went wrong only its kind: a message of fetch or of the parser may quote the text.
const toErrorKind = (error: unknown) =>
  new EngineError(
    (error as { name?: unknown }).name === 'TimeoutError'
      ? 'the engine did not answer in time'
      : 'the engine could not be reached',
  );

/** Calls an engine; anything but an answer of the expected shape is an {@link EngineError}. */
export const callEngine = async <S extends z.ZodType>({
  url,
  headers = {},
  body,
  answer,
  timeoutMs = ENGINE_TIMEOUT_MS,
}: EngineCall<S>): Promise<z.output<S>> => {
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would carry the key somewhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    content = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
  } catch (error) {
    throw toErrorKind(error);
  }
  if (!response.ok) throw new EngineError(`the engine answered with status ${response.status}`);
  const parsed = answer.safeParse(content);
  if (!parsed.success) throw new EngineError('the engine answered in an unknown form');
  return parsed.data;
};

/** `path` below a base address that may have a path of its own. */
export const joinUrl = (base: string, path: string): URL =>
  new URL(`${base.replace(/\/+$/, '')}${path}`);
