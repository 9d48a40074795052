import { AppLogger } from '@ctdb/chassis';
import { DomainError, type SessionTokens } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { SessionsService, type SessionRef } from '../sessions/sessions.service.js';
import { AccountEvents } from './account-events.js';
import { AccountsRepository } from './accounts.repository.js';

/** Renews and ends sessions, and stores the audit events. */
@Injectable()
export class RefreshService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly events: AccountEvents,
    private readonly sessions: SessionsService,
    private readonly logger: AppLogger,
  ) {}

  async refresh(refreshToken: string): Promise<SessionTokens> {
    const pointer = await this.sessions.find(refreshToken);
    // Checked first: after the token is spent, a retry cannot repair a failure.
    const account = pointer && (await this.accounts.findById(pointer.accountId));
    if (!account) throw new DomainError('ACCESS_REQUIRED');
    const refreshed = await this.sessions.rotate(pointer);
    if (refreshed.outcome === 'reused') await this.noteReuse(pointer);
    if (refreshed.outcome !== 'rotated') throw new DomainError('ACCESS_REQUIRED');
    if (refreshed.credentialVersion === account.credentialVersion) return refreshed.tokens;
    // A password change has not ended this session yet.
    await this.sessions.end(pointer);
    throw new DomainError('ACCESS_REQUIRED');
  }

  async signOut(token?: string, refreshToken?: string): Promise<void> {
    for (const session of await this.sessions.endByTokens(token, refreshToken))
      await this.note('signedOut', session);
  }

  private async noteReuse(session: SessionRef): Promise<void> {
    const { accountId, sessionId } = session;
    this.logger.warn('an old refresh token was used: its session is ended', {
      event: 'refresh-reused',
      accountId,
      sessionId,
    });
    await this.note('refreshReused', session);
  }

  /** The session has ended already, so a failed audit entry does not change the answer. */
  private async note(
    fact: 'signedOut' | 'refreshReused',
    { accountId }: SessionRef,
  ): Promise<void> {
    try {
      const account = await this.accounts.findById(accountId);
      if (!account) return;
      await this.accounts.append(accountId, this.events.entry(fact, account));
      this.events.publishSoon();
    } catch (error) {
      this.logger.error('an audit entry could not be stored', error, { fact, accountId });
    }
  }
}
