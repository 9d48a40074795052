import { AppLogger } from '@ctdb/chassis';
import {
  accountEvents,
  DomainError,
  type EventContract,
  type OwnSession,
  type Person,
  type SessionTokens,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from './users/accounts.repository.js';
import { FactorsService } from './factors/factors.service.js';
import { SessionsService } from './sessions/sessions.service.js';

const sessionEnded = () => new DomainError('ACCESS_REQUIRED', { reason: 'ended' });

/** Renews, lists and ends sessions of a person, and stores the audit events. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly factors: FactorsService,
    private readonly logger: AppLogger,
  ) {}

  async refresh(refreshToken: string): Promise<SessionTokens> {
    const pointer = await this.sessions.find(refreshToken);
    if (!pointer) throw sessionEnded();
    const { accountId, sessionId } = pointer;
    // Read first: after the token is spent, a retry cannot repair a failure.
    const account = await this.accounts.getAccount({ id: accountId });
    if (this.factors.isMissing(account)) throw sessionEnded();
    const refreshed = await this.sessions.rotate(pointer, account);
    if (refreshed === 'reused') {
      const event = 'refresh-reused';
      const message = 'refresh token reuse detected, session revoked';
      this.logger.warn(message, { event, accountId, sessionId });
      await this.tryRecord(accountId, accountEvents.refreshReused);
    }
    if (typeof refreshed === 'string') throw sessionEnded();
    return refreshed;
  }

  async signOut(token?: string, refreshToken?: string): Promise<void> {
    for (const { accountId } of await this.sessions.endByTokens(token, refreshToken))
      await this.tryRecord(accountId, accountEvents.signedOut);
  }

  async list({ id, sessionId }: Person): Promise<OwnSession[]> {
    const sessions = await this.sessions.list(id);
    return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
  }

  async end(sessionId: string, { id: accountId }: Person): Promise<void> {
    const isOwn = (await this.sessions.list(accountId)).some(({ id }) => id === sessionId);
    if (!isOwn) throw new DomainError('NOT_FOUND', { kind: 'session' });
    await this.sessions.end({ accountId, sessionId });
    await this.record(accountId, accountEvents.signedOut);
  }

  async endAll({ id }: Person): Promise<void> {
    await this.sessions.endAll(id);
    await this.record(id, accountEvents.sessionsEnded);
  }

  private async record(accountId: string, event: EventContract): Promise<void> {
    const person = await this.accounts.findPerson(accountId);
    if (person) await this.accounts.recordEvent(person, event);
  }

  /** The session has ended already, so a failed audit entry does not change the answer. */
  private async tryRecord(accountId: string, event: EventContract): Promise<void> {
    try {
      await this.record(accountId, event);
    } catch (error) {
      this.logger.error('storing an audit event failed', error, { type: event.name, accountId });
    }
  }
}
