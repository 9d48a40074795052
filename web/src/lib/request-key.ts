import { useCallback, useRef } from 'react';

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * An idempotency key for what is being sent: sending the same contents again after a lost answer
 * uses the same key, so that nothing is stored twice; call `renew` after a success.
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
