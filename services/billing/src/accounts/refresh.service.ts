import { AppLogger } from '@ctdb/chassis';
import { DomainError, type SessionTokens } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository.js';
import { FactorsService } from './factors.service.js';
import { type SessionRef, SessionsService } from './sessions.service.js';

/** Renews and ends sessions, and stores the audit events. */
@Injectable()
export class RefreshService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly factors: FactorsService,
    private readonly logger: AppLogger,
  ) {}

  async refresh(refreshToken: string): Promise<SessionTokens> {
    const pointer = await this.sessions.find(refreshToken);
    // Checked first: after the token is spent, a retry cannot repair a failure.
    const account = pointer && (await this.accounts.findById(pointer.accountId));
    if (!account || this.factors.isMissing(account))
      throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
    const refreshed = await this.sessions.rotate(pointer, account.role);
    if (refreshed.outcome === 'reused') await this.recordReuse(pointer);
    if (refreshed.outcome !== 'rotated')
      throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
    if (refreshed.credentialVersion === account.credentialVersion) return refreshed.tokens;
    // A password change has not ended this session yet.
    await this.sessions.end(pointer);
    throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
  }

  async signOut(token?: string, refreshToken?: string): Promise<void> {
    for (const session of await this.sessions.endByTokens(token, refreshToken))
      await this.recordEvent('signedOut', session);
  }

  private async recordReuse(session: SessionRef): Promise<void> {
    const { accountId, sessionId } = session;
    this.logger.warn('refresh token reuse detected, session revoked', {
      event: 'refresh-reused',
      accountId,
      sessionId,
    });
    await this.recordEvent('refreshReused', session);
  }

  /** The session has ended already, so a failed audit entry does not change the answer. */
  private async recordEvent(
    fact: 'signedOut' | 'refreshReused',
    { accountId }: SessionRef,
  ): Promise<void> {
    try {
      const account = await this.accounts.findById(accountId);
      if (!account) return;
      await this.accounts.recordEvent(account, fact);
    } catch (error) {
      this.logger.error('storing an audit event failed', error, { fact, accountId });
    }
  }
}
