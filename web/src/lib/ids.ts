/** Parses an object id from a URL, in lower case; undefined if it is invalid. */
export const parseObjectId = (text: string | null | undefined): string | undefined =>
  text && /^[0-9a-f]{24}$/i.test(text) ? text.toLowerCase() : undefined;

/** Random bytes in hex. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
