const MAX_TOKEN = 200;

/** The token of an `Authorization: Bearer` header, if it is one that could be ours. */
export const bearerOf = (authorization: string | undefined): string | undefined => {
  const [, token] = /^Bearer ([^\s]+)$/i.exec(authorization ?? '') ?? [];
  return token !== undefined && token.length <= MAX_TOKEN ? token : undefined;
};
