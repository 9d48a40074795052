import { useCallback, useRef } from 'react';

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * An idempotency key for a request body. A retry with the same body after a lost response has the
 * same key, so that the server stores it once. Call `renew` after a success.
 */
export const useRequestKey = () => {
  const last = useRef({ contents: '', key: '' });
  const keyFor = useCallback((contents: unknown): string => {
    const text = JSON.stringify(contents);
    if (last.current.contents !== text || !last.current.key)
      last.current = { contents: text, key: randomKey() };
    return last.current.key;
  }, []);
  const renew = useCallback(() => {
    last.current = { contents: '', key: '' };
  }, []);
  return { keyFor, renew };
};
