/** Our tokens have 43 characters; a much longer text is none of them. */
const MAX_TOKEN_LENGTH = 200;

/** `text` if it could be one of our tokens, else `undefined`. */
export const parseToken = (text: string | undefined): string | undefined =>
  text !== undefined && text !== '' && text.length <= MAX_TOKEN_LENGTH ? text : undefined;

/** The token of an `Authorization: Bearer` header if it could be ours. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  parseToken(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]);
