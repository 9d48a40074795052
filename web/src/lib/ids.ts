/** An id of ours from an address, in lower case; undefined for anything that cannot be one. */
export const parseObjectId = (text: string | null | undefined): string | undefined =>
  text && /^[0-9a-f]{24}$/i.test(text) ? text.toLowerCase() : undefined;
