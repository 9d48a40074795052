/** Our tokens have 43 characters; whatever is much longer is none of them. */
const MAX_TOKEN = 200;

/** `text` where it could be one of our tokens, else `undefined`. */
export const tokenOf = (text: string | undefined): string | undefined =>
  text !== undefined && text !== '' && text.length <= MAX_TOKEN ? text : undefined;

/** The token of an `Authorization: Bearer` header, if it is one that could be ours. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  tokenOf(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]);
