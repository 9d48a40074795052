import {
  type MessageContext,
  type OutboxEntry,
  outboxEntry,
  requireRole,
  toContract,
} from '@ctdb/chassis';
import {
  accountEvents,
  DomainError,
  person as personSchema,
  type changePersonRole,
  type invitePerson,
  type listPeople,
  type PersonLink,
  type ReplyOf,
  type RequestOf,
  type sendPersonLink,
  type setPersonContact,
  type setPersonDisabled,
  type TeamPerson,
  usernameKey,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { ContactsService, toFields } from './contacts.service.js';
import { LinkMails } from './link-mails.service.js';
import { type PersonChange, PeopleRepository, type PersonRecord } from './people.repository.js';
import { SessionRevoker } from './session-revoker.js';
import { SessionsService } from './sessions.service.js';
import { hashToken, newLink } from './tokens.js';
import { hasFactor, isAdminRole, openLinks, withoutFactors } from './user.record.js';
import { isUsername } from './username.js';

const MAX_ATTEMPTS = 5;
const RETRY_AFTER_SECONDS = 1;

type Caller = Pick<MessageContext, 'subject'>;

/** What becomes of a person, and the event that says so; `null` if nothing changes. */
type Decision = { change: PersonChange; event: OutboxEntry } | null;

const isWorkingOwner = ({ role, password, disabledAt }: PersonChange): boolean =>
  role === 'owner' && password !== undefined && disabledAt === undefined;

const toPerson = (record: PersonRecord): TeamPerson => {
  const state = record.disabledAt
    ? 'disabled'
    : record.password === undefined
      ? 'invited'
      : 'active';
  const [linkExpiresAt] = openLinks(record)
    .map(({ expiresAt }) => expiresAt)
    .sort((one, other) => other.getTime() - one.getTime());
  return toContract(personSchema, {
    ...record,
    state,
    hasSecondFactor: hasFactor(record),
    linkExpiresAt,
  });
};

const toAccount = ({ _id, username }: Pick<PersonRecord, '_id' | 'username'>) => ({
  accountId: _id.toHexString(),
  username,
});

/** What owners do with the persons of the team. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly people: PeopleRepository,
    private readonly revoker: SessionRevoker,
    private readonly sessions: SessionsService,
    private readonly contacts: ContactsService,
    private readonly linkMails: LinkMails,
  ) {}

  async list(
    { page, limit }: RequestOf<typeof listPeople>,
    caller: Caller,
  ): Promise<ReplyOf<typeof listPeople>> {
    await this.requireOwner(caller);
    const { items, total } = await this.people.findPage((page - 1) * limit, limit);
    return { items: items.map(toPerson), total };
  }

  async invite(
    { username, role, ...contact }: RequestOf<typeof invitePerson>,
    caller: Caller,
  ): Promise<PersonLink> {
    await this.requireOwner(caller);
    if (!isUsername(username))
      throw new DomainError('VALIDATION_FAILED', {
        faults: [{ path: 'username', code: 'WRONG_FORMAT' }],
      });
    const _id = new Types.ObjectId();
    const { token, link } = newLink();
    const created = await this.people.create(
      {
        _id,
        username,
        usernameKey: usernameKey(username),
        ...toFields(contact),
        role,
        isAdmin: isAdminRole(role),
        link,
      },
      outboxEntry(accountEvents.invited, { ...toAccount({ _id, username }), role }),
    );
    if (!created) throw new DomainError('USERNAME_TAKEN');
    return { id: _id.toHexString(), token, expiresAt: link.expiresAt.toISOString() };
  }

  async changeRole(
    { id, role }: RequestOf<typeof changePersonRole>,
    caller: Caller,
  ): Promise<TeamPerson> {
    await this.requireOwner(caller);
    return this.change(id, (before) => {
      if (before.role === role) return null;
      const isAdmin = isAdminRole(role) && before.disabledAt === undefined;
      const roles = { before: before.role, after: role };
      const event = outboxEntry(accountEvents.roleChanged, { ...toAccount(before), ...roles });
      return { change: { role, isAdmin, link: undefined }, event };
    });
  }

  async setContact(
    { id, ...contact }: RequestOf<typeof setPersonContact>,
    caller: Caller,
  ): Promise<TeamPerson> {
    await this.requireOwner(caller);
    return toPerson(await this.contacts.change(await this.find(id), contact));
  }

  async setDisabled(
    { id, isDisabled }: RequestOf<typeof setPersonDisabled>,
    caller: Caller,
  ): Promise<TeamPerson> {
    await this.requireOwner(caller);
    return this.change(id, (before) => {
      if ((before.disabledAt !== undefined) === isDisabled) return null;
      const { password, disabledPassword, role } = before;
      return isDisabled
        ? {
            change: {
              disabledAt: new Date(),
              isAdmin: false,
              link: undefined,
              password: undefined,
              disabledPassword: password,
            },
            event: outboxEntry(accountEvents.disabled, toAccount(before)),
          }
        : {
            change: {
              disabledAt: undefined,
              isAdmin: isAdminRole(role),
              password: disabledPassword,
              disabledPassword: undefined,
            },
            event: outboxEntry(accountEvents.enabled, toAccount(before)),
          };
    });
  }

  async removeFactors(id: string, caller: Caller): Promise<TeamPerson> {
    await this.requireOwner(caller);
    return this.change(id, (before) =>
      hasFactor(before)
        ? {
            change: withoutFactors,
            event: outboxEntry(accountEvents.factorsRemoved, toAccount(before)),
          }
        : null,
    );
  }

  async createLink(id: string, caller: Caller): Promise<PersonLink> {
    await this.requireOwner(caller);
    const person = await this.find(id);
    const { token, link } = newLink();
    const event = outboxEntry(accountEvents.linkCreated, toAccount(person));
    if (!(await this.people.storeLink(person, link, event)))
      throw new DomainError('PERSON_DISABLED');
    return { id, token, expiresAt: link.expiresAt.toISOString() };
  }

  /** Sends the link that an owner made last. Throws `LINK_ENDED`, `NO_ADDRESS`, `MAIL_NOT_CONFIGURED`. */
  async sendLink(
    { id, token }: RequestOf<typeof sendPersonLink>,
    caller: Caller & Pick<MessageContext, 'locale'>,
  ): Promise<void> {
    await this.requireOwner(caller);
    const person = await this.find(id);
    const { link } = person;
    if (link?.hash !== hashToken(token) || link.expiresAt <= new Date())
      throw new DomainError('LINK_ENDED');
    await this.linkMails.send(person, { token, expiresAt: link.expiresAt }, caller.locale);
  }

  async endSessions(id: string, caller: Caller): Promise<void> {
    await this.requireOwner(caller);
    const person = await this.find(id);
    await this.sessions.endAll(id);
    await this.people.recordEvent(
      person,
      outboxEntry(accountEvents.sessionsEnded, toAccount(person)),
    );
  }

  /** Reads the caller's row: a session keeps its former role until Redis is reachable. */
  async requireOwner(caller: Caller): Promise<void> {
    const { id } = requireRole(caller, 'owner');
    const owner = await this.people.findById(id);
    if (!owner || !isWorkingOwner(owner)) throw new DomainError('FORBIDDEN');
  }

  /** Changes a person and ends the person's sessions; keeps an owner who can sign in. */
  private async change(
    id: string,
    decide: (before: PersonRecord) => Decision,
  ): Promise<TeamPerson> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const before = await this.find(id);
      const decision = decide(before);
      if (!decision) return toPerson(before);
      const credentialVersion = before.credentialVersion + 1;
      const after = { ...before, ...decision.change, credentialVersion };
      if (
        isWorkingOwner(before) &&
        !isWorkingOwner(after) &&
        !(await this.people.relyOnAnotherOwner(before._id))
      )
        throw new DomainError('LAST_OWNER');
      if (await this.people.changeAndEndSessions(before, decision.change, decision.event)) {
        await this.revoker.revokePending();
        return toPerson(after as PersonRecord);
      }
    }
    throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
  }

  private async find(id: string): Promise<PersonRecord> {
    const person = await this.people.findById(id);
    if (!person) throw new DomainError('NOT_FOUND', { kind: 'person' });
    return person;
  }
}
