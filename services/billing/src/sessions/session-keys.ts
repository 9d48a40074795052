/**
 * Redis keys of sessions besides `accessKeys.session` of the contracts. Every key has an expiry.
 * Hashes are SHA-256 in hex; no token is ever stored.
 */
export const sessionKeys = {
  /** Refresh token → {@link RefreshPointer}; kept until the session expires, to detect reuse. */
  refresh: (tokenSha256: string) => `refresh:${tokenSha256}`,
  /** Session → account, valid generation of refresh tokens, end; expires when idle. */
  family: (sessionId: string) => `session-family:${sessionId}`,
  /** Session → sorted set of the keys of its access tokens by expiry. */
  accessTokens: (sessionId: string) => `session-tokens:${sessionId}`,
  /** Account → sorted set of its sessions by expiry. */
  account: (accountId: string) => `account-sessions:${accountId}`,
} as const;

/** The session and generation of a refresh token. Immutable; its validity depends on the session. */
export interface RefreshPointer {
  accountId: string;
  sessionId: string;
  /** Tokens of one generation replace those of the generation before. */
  generation: number;
}

/** Reads the value of a refresh key. */
export const parsePointer = (value: string): RefreshPointer => {
  const [accountId = '', sessionId = '', generation = ''] = value.split(':');
  return { accountId, sessionId, generation: Number(generation) };
};
