// Keys of the service tokens, which only the gateway signs. Run as a program it prints a new pair.
import { generateKeyPairSync, randomUUID } from 'node:crypto';

/**
 * A new private key (Ed25519), as a JSON Web Key with an id.
 * @returns {string}
 */
export const newPrivateKey = () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: randomUUID() });
};

/**
 * The public half of a private key, as a JSON Web Key Set.
 * @param {string} privateKey
 * @returns {string}
 */
export const publicKeysOf = (privateKey) => {
  const { kty, crv, kid, x } = JSON.parse(privateKey);
  return JSON.stringify({ keys: [{ kty, crv, kid, x }] });
};

if (process.argv[1] === import.meta.filename) {
  const privateKey = newPrivateKey();
  console.log(`service-token-private-key: ${privateKey}`);
  console.log(`service-token-public-keys: ${publicKeysOf(privateKey)}`);
}
