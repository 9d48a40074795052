import {
  type MessageContext,
  type OutboxEntry,
  requireRole,
  retryOnConflict,
  toContract,
} from '@ctdb/chassis';
import {
  accountEvents,
  type Contact,
  contact as contactSchema,
  DomainError,
  type Person,
  person as personSchema,
  type PersonLink,
  type Requests,
  type TeamPerson,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../users/accounts.repository.js';
import { LinksService } from './links.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { hashToken, newLink } from '../users/tokens.js';
import {
  accountEvent,
  hasFactor,
  openLinks,
  type PersonChange,
  type PersonRecord,
  toContactFields,
  toErased,
  withoutFactors,
} from '../users/user.record.js';

/** A change of a person, and its event; `null` if nothing changes. */
type Decision = { change: PersonChange; event: OutboxEntry } | null;

const isWorkingOwner = ({ role, password, disabledAt }: PersonChange): boolean =>
  role === 'owner' && password !== undefined && disabledAt === undefined;

/** A person as owners see it. */
const toPerson = (record: PersonRecord): TeamPerson => {
  const { disabledAt, password } = record;
  const stateOfEnabled = password === undefined ? 'invited' : 'active';
  const ends = openLinks(record).map(({ expiresAt }) => expiresAt.getTime());
  return toContract(personSchema, {
    ...record,
    state: disabledAt ? 'disabled' : stateOfEnabled,
    hasSecondFactor: hasFactor(record),
    linkExpiresAt: ends.length > 0 ? new Date(Math.max(...ends)) : undefined,
  });
};

/** The password of a disabled person is kept in another field. */
const toDisabled = ({ password }: PersonRecord): PersonChange => ({
  disabledAt: new Date(),
  link: undefined,
  password: undefined,
  disabledPassword: password,
});

const toEnabled = ({ role, disabledPassword }: PersonRecord): PersonChange => ({
  // Earlier versions have removed `isAdmin` with the disabling.
  role,
  disabledAt: undefined,
  password: disabledPassword,
  disabledPassword: undefined,
});

/** What owners do with persons of the team, and these with their own addresses. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly links: LinksService,
  ) {}

  async list({ page, limit }: Requests['listPeople'], caller: MessageContext) {
    await this.requireOwner(caller);
    const { items, total } = await this.accounts.findPage((page - 1) * limit, limit);
    return { items: items.map(toPerson), total };
  }

  async invite({ username, role, ...contact }: Requests['invitePerson'], caller: MessageContext) {
    await this.requireOwner(caller);
    const { token, link } = newLink();
    const person = { username, role, link, ...toContactFields(contact) };
    const id = await this.accounts.create(person, accountEvents.invited);
    if (id === undefined) throw new DomainError('USERNAME_TAKEN');
    return { id, token, expiresAt: link.expiresAt.toISOString() };
  }

  async changeRole({ id, role }: Requests['changePersonRole'], caller: MessageContext) {
    const changed = await this.change(id, caller, (before) => {
      if (before.role === role) return null;
      const roles = { before: before.role, after: role };
      const event = accountEvent(accountEvents.roleChanged, before, roles);
      return { change: { role, link: undefined }, event };
    });
    return toPerson(changed);
  }

  async setContact({ id, ...contact }: Requests['setPersonContact'], caller: MessageContext) {
    return toPerson(await this.changeContact(await this.get(id, caller), contact));
  }

  async getOwnContact(person: Person): Promise<Contact> {
    return toContract(contactSchema, await this.accounts.getAccount(person));
  }

  async setOwnContact(contact: Contact, person: Person): Promise<Contact> {
    const changed = await this.changeContact(await this.accounts.getAccount(person), contact);
    return toContract(contactSchema, changed);
  }

  async setDisabled({ id, isDisabled }: Requests['setPersonDisabled'], caller: MessageContext) {
    const changed = await this.change(id, caller, (before) => {
      if ((before.disabledAt !== undefined) === isDisabled) return null;
      const change = isDisabled ? toDisabled(before) : toEnabled(before);
      const contract = isDisabled ? accountEvents.disabled : accountEvents.enabled;
      return { change, event: accountEvent(contract, before) };
    });
    return toPerson(changed);
  }

  async removeFactors(id: string, caller: MessageContext): Promise<TeamPerson> {
    const changed = await this.change(id, caller, (before) => {
      if (!hasFactor(before)) return null;
      const event = accountEvent(accountEvents.factorsRemoved, before);
      return { change: withoutFactors, event };
    });
    return toPerson(changed);
  }

  /** The row stays, because its id owns entries and patients. */
  async erase(id: string, caller: MessageContext): Promise<void> {
    await this.requireOwner(caller);
    if (await this.accounts.isErased(id)) return;
    await this.change(id, caller, async (before) => {
      if (!before.disabledAt) throw new DomainError('PERSON_NOT_DISABLED');
      // First: a repetition does not know the name any more.
      await this.links.forget(before);
      return { change: toErased(id), event: accountEvent(accountEvents.erased, before) };
    });
  }

  async endSessions(id: string, caller: MessageContext): Promise<void> {
    const person = await this.get(id, caller);
    await this.sessions.endAll(id);
    await this.accounts.recordEvent(person, accountEvents.sessionsEnded);
  }

  async createLink(id: string, caller: MessageContext): Promise<PersonLink> {
    const person = await this.get(id, caller);
    const { token, link } = newLink();
    if (!(await this.accounts.storeLink(person, link))) throw new DomainError('PERSON_DISABLED');
    return { id, token, expiresAt: link.expiresAt.toISOString() };
  }

  /** Sends the link that an owner made last. */
  async sendLink({ id, token }: Requests['sendPersonLink'], caller: MessageContext) {
    const person = await this.get(id, caller);
    const { link } = person;
    if (link?.hash !== hashToken(token) || link.expiresAt <= new Date())
      throw new DomainError('LINK_ENDED');
    await this.links.send(person, { token, expiresAt: link.expiresAt }, caller.locale);
  }

  /** A person, for an owner. */
  private async get(id: string, caller: MessageContext): Promise<PersonRecord> {
    await this.requireOwner(caller);
    return this.find(id);
  }

  /** Reads the caller's row: a session keeps its former role until Redis is reachable. */
  private async requireOwner(caller: MessageContext): Promise<void> {
    const { id } = requireRole(caller, 'owner');
    const owner = await this.accounts.findPerson(id);
    if (!owner || !isWorkingOwner(owner)) throw new DomainError('FORBIDDEN');
  }

  /** Changes a person for an owner, and ends the person's sessions; keeps an owner who can sign in. */
  private async change(
    id: string,
    caller: MessageContext,
    decide: (before: PersonRecord) => Decision | Promise<Decision>,
  ): Promise<PersonRecord> {
    await this.requireOwner(caller);
    const changed = await retryOnConflict(async () => {
      const before = await this.find(id);
      const decision = await decide(before);
      if (!decision) return before;
      const { change, event } = decision;
      const isOwnerLost = isWorkingOwner(before) && !isWorkingOwner({ ...before, ...change });
      if (isOwnerLost && !(await this.accounts.relyOnAnotherOwner(before._id)))
        throw new DomainError('LAST_OWNER');
      return this.accounts.changeAndEndSessions(before, change, event);
    });
    await this.sessions.revokePending();
    return changed;
  }

  /** Stores where, and in which language, the person gets links. Links at a former address end. */
  private async changeContact(before: PersonRecord, contact: Contact): Promise<PersonRecord> {
    const fields = toContactFields(contact);
    const isAddressChanged = before.contactEmail !== fields.contactEmail;
    if (!isAddressChanged && before.locale === fields.locale) return before;
    const change = {
      ...fields,
      ...(isAddressChanged && { requestedLinks: undefined }),
      ...(isAddressChanged && before.contactEmail !== undefined && { link: undefined }),
    };
    const event = accountEvent(accountEvents.contactChanged, before, { isAddressChanged });
    await this.accounts.change({ _id: before._id }, change, event);
    return { ...before, ...change } as PersonRecord;
  }

  private async find(id: string): Promise<PersonRecord> {
    const person = await this.accounts.findPerson(id);
    if (!person) throw new DomainError('NOT_FOUND', { kind: 'person' });
    return person;
  }
}
