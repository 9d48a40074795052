import { generateKeyPairSync, randomUUID } from 'node:crypto';

/** A new pair of keys for service tokens, as the variables of processes hold them. */
export const newTokenKeys = () => {
  const kid = randomUUID();
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d, ...half } = { ...privateKey.export({ format: 'jwk' }), kid };
  return {
    SERVICE_TOKEN_PUBLIC_KEYS: JSON.stringify({ keys: [half] }),
    SERVICE_TOKEN_PRIVATE_KEY: JSON.stringify({ ...half, d }),
  };
};
