import { ProviderUnavailable } from '../../provider/payment-provider.js';
import { readLimited } from '../http/read-limited.js';

const WITHIN_MS = 8_000;
const MAX_BYTES = 65_536;

/** Downloads a small file; undefined if absent. Throws {@link ProviderUnavailable} without an answer. */
export const download = async (address: string): Promise<Buffer | undefined> => {
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const response = await fetch(address, { signal, redirect: 'error' });
    const bytes = await readLimited(response, MAX_BYTES);
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return response.ok ? bytes : undefined;
  } catch (cause) {
    throw new ProviderUnavailable('a certificate could not be fetched', { cause });
  }
};
