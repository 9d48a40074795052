import type { SessionTokens } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { RefreshPointer } from './session-keys.js';
import { SessionsRepository, type PairEnds, type SessionOwner } from './sessions.repository.js';
import { hashToken, newToken } from './tokens.js';

/** A session and its account. */
export interface SessionRef {
  accountId: string;
  sessionId: string;
}

/** Result of a refresh; `unknown` tokens belong to no active session. */
export type Refreshed =
  | { outcome: 'unknown' | 'reused' }
  | { outcome: 'rotated'; credentialVersion: number; tokens: SessionTokens };

const newPair = () => {
  const pair = { token: newToken(), refreshToken: newToken() };
  return { pair, hashes: { access: hashToken(pair.token), refresh: hashToken(pair.refreshToken) } };
};

const endsOf = ({ accessEnds, refreshEnds }: PairEnds) => ({
  expiresAt: new Date(accessEnds).toISOString(),
  refreshExpiresAt: new Date(refreshEnds).toISOString(),
});

/** Creates, renews and ends sessions. Tokens are created here and only returned, never stored. */
@Injectable()
export class SessionsService {
  constructor(private readonly sessions: SessionsRepository) {}

  async open(owner: SessionOwner): Promise<{ tokens: SessionTokens; sessionId: string }> {
    const { pair, hashes } = newPair();
    const { sessionId, ...ends } = await this.sessions.open(owner, hashes);
    return { sessionId, tokens: { ...pair, ...endsOf(ends), username: owner.username } };
  }

  /** The session of a refresh token, valid or spent. */
  find(refreshToken: string): Promise<RefreshPointer | undefined> {
    return this.sessions.findByRefresh(hashToken(refreshToken));
  }

  /** Replaces the refresh token that {@link find} found by a new pair. */
  async rotate(pointer: RefreshPointer): Promise<Refreshed> {
    const { pair, hashes } = newPair();
    const rotation = await this.sessions.rotate(pointer, hashes);
    if (rotation.outcome !== 'rotated') return { outcome: rotation.outcome };
    const { outcome, username, credentialVersion } = rotation;
    return { outcome, credentialVersion, tokens: { ...pair, ...endsOf(rotation), username } };
  }

  async end({ accountId, sessionId }: SessionRef): Promise<void> {
    await this.sessions.end(accountId, sessionId);
  }

  /** Ends the sessions that either token belongs to; returns the sessions that were active. */
  async endByTokens(token?: string, refreshToken?: string): Promise<SessionRef[]> {
    const found = await Promise.all([
      token === undefined ? undefined : this.sessions.findByAccess(hashToken(token)),
      refreshToken === undefined ? undefined : this.sessions.findByRefresh(hashToken(refreshToken)),
    ]);
    const ended: SessionRef[] = [];
    for (const session of found) {
      if (session && (await this.sessions.end(session.accountId, session.sessionId)))
        ended.push({ accountId: session.accountId, sessionId: session.sessionId });
    }
    return ended;
  }

  /** Ends all sessions of an account that were opened with an older password. */
  async endOlder(accountId: string, credentialVersion: number): Promise<void> {
    for (const sessionId of await this.sessions.sessionsOf(accountId))
      await this.sessions.end(accountId, sessionId, credentialVersion);
  }
}
