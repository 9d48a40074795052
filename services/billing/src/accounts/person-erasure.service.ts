import { type MessageContext, outboxEntry } from '@ctdb/chassis';
import { accountEvents, DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { LinkMails } from './link-mails.service.js';
import { type PersonChange, PeopleRepository } from './people.repository.js';
import { PeopleService } from './people.service.js';
import { SessionRevoker } from './session-revoker.js';
import { withoutFactors } from './user.record.js';

const RETRY_AFTER_SECONDS = 1;

/** What becomes of a row. What was a buyer's in it stays. */
export const toErased = (id: string): PersonChange => ({
  username: id,
  usernameKey: id,
  erasedAt: new Date(),
  role: undefined,
  contactEmail: undefined,
  locale: undefined,
  password: undefined,
  disabledPassword: undefined,
  mustChangePassword: undefined,
  link: undefined,
  requestedLinks: undefined,
  lastLoginAt: undefined,
  disabledAt: undefined,
  ...withoutFactors,
});

/** Erases former persons of the team. The row stays, because its id owns entries and patients. */
@Injectable()
export class PersonErasure {
  constructor(
    private readonly team: PeopleService,
    private readonly people: PeopleRepository,
    private readonly linkMails: LinkMails,
    private readonly revoker: SessionRevoker,
  ) {}

  async erase(id: string, caller: Pick<MessageContext, 'subject'>): Promise<void> {
    await this.team.requireOwner(caller);
    if (await this.people.isErased(id)) return;
    const person = await this.people.findById(id);
    if (!person) throw new DomainError('NOT_FOUND', { kind: 'person' });
    if (!person.disabledAt) throw new DomainError('PERSON_NOT_DISABLED');
    // First: a repetition does not know the name any more.
    await this.linkMails.forget(person);
    const event = outboxEntry(accountEvents.erased, { accountId: id });
    // No match: the person was changed in between, for example enabled.
    if (!(await this.people.changeAndEndSessions(person, toErased(id), event)))
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
    await this.revoker.revokePending();
  }
}
