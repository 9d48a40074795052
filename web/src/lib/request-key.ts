import { useCallback, useRef } from 'react';
import { randomHex } from '@/lib/ids';

const KEY_BYTES = 16;

/**
 * An idempotency key for a request body. A retry with the same body after a lost response has the
 * same key, so that the server stores it once. Call `renew` after a success.
 */
export const useRequestKey = () => {
  const last = useRef({ contents: '', key: '' });
  const keyFor = useCallback((contents: unknown): string => {
    const text = JSON.stringify(contents);
    if (last.current.contents !== text || !last.current.key)
      last.current = { contents: text, key: randomHex(KEY_BYTES) };
    return last.current.key;
  }, []);
  const renew = useCallback(() => {
    last.current = { contents: '', key: '' };
  }, []);
  return { keyFor, renew };
};
