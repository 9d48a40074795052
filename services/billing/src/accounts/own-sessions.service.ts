import { DomainError, type OwnSession, type Person } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { type AccountEvent, AccountsRepository } from './accounts.repository.js';
import { SessionsService } from './sessions.service.js';

/** Lists and ends the sessions of the caller. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsRepository,
  ) {}

  async list({ id, sessionId }: Person): Promise<OwnSession[]> {
    const found = await this.sessions.list(id);
    return found
      .sort((one, other) => other.lastSeenAt - one.lastSeenAt)
      .map(({ startedAt, lastSeenAt, ...session }) => ({
        ...session,
        isCurrent: session.id === sessionId,
        startedAt: new Date(startedAt).toISOString(),
        lastSeenAt: new Date(lastSeenAt).toISOString(),
      }));
  }

  async end(sessionId: string, person: Person): Promise<void> {
    const isOwn = (await this.sessions.list(person.id)).some(({ id }) => id === sessionId);
    if (!isOwn) throw new DomainError('NOT_FOUND', { kind: 'session' });
    await this.sessions.end({ accountId: person.id, sessionId });
    await this.record(person, 'signedOut');
  }

  async endAll(person: Person): Promise<void> {
    await this.sessions.endAll(person.id);
    await this.record(person, 'sessionsEnded');
  }

  private async record({ id }: Person, event: AccountEvent): Promise<void> {
    const account = await this.accounts.findById(id);
    if (account) await this.accounts.recordEvent(account, event);
  }
}
