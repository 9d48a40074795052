/**
 * Redis keys of sessions besides `accessKeys.session` of the contracts. Every key has an expiry.
 * Hashes are SHA-256 in hex; no token is ever stored.
 */
export const sessionKeys = {
  /** Refresh token → {@link RefreshPointer}; kept until the session's last moment to notice reuse. */
  refresh: (tokenSha256: string) => `refresh:${tokenSha256}`,
  /** Session → who, which generation of refresh tokens is valid, when it ends; expires when idle. */
  family: (sessionId: string) => `session-family:${sessionId}`,
  /** Session → sorted set of the keys of its access tokens by expiry. */
  accessTokens: (sessionId: string) => `session-tokens:${sessionId}`,
  /** Account → sorted set of its sessions by their last moment. */
  account: (accountId: string) => `account-sessions:${accountId}`,
} as const;

/** Where a refresh token belongs. It never changes; what it is worth depends on its session. */
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
