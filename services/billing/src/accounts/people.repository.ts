import { isDuplicateKey, Outbox, type OutboxEntry } from '@ctdb/chassis';
import { LINK_HOURS, personRoles, type PersonRole, usernameKey } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { noted } from '../noted.js';
import { LINKS_A_DAY } from './tokens.js';
import { type Factors, UserRecord } from './user.record.js';

/** As many as can be open: a request pushes out only expired ones. */
const MAX_REQUESTED_LINKS = LINKS_A_DAY * (LINK_HOURS / 24 + 1);

/** More changes than a person makes while backups are kept: all sessions of the lost time are older. */
const LOST_VERSIONS = 1_000;
const HOUR_MS = 3_600_000;

/** A row of the collection `users` that is a person of the team, with or without a password. */
export type PersonRecord = UserRecord & { role: PersonRole };
/** A person to whom a link can be sent. */
export type ReachablePerson = PersonRecord & { contactEmail: string };

type PersonField =
  | 'username'
  | 'usernameKey'
  | 'erasedAt'
  | 'lastLoginAt'
  | 'role'
  | 'isAdmin'
  | 'disabledAt'
  | 'link'
  | 'requestedLinks'
  | 'password'
  | 'disabledPassword'
  | 'mustChangePassword'
  | 'contactEmail'
  | 'locale'
  | keyof Factors;

/** What may change of a person; `undefined` removes a field. */
export type PersonChange = {
  [K in PersonField]?: PersonRecord[K] | undefined;
};

const personFilter = { role: { $in: personRoles } };
const workingOwnerFilter = {
  role: 'owner',
  password: { $exists: true },
  disabledAt: { $exists: false },
} as const;

const toUpdate = (fields: object): UpdateQuery<UserRecord> => {
  const removed = Object.entries(fields).filter(([, value]) => value === undefined);
  return {
    $set: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map(([name]) => [name, 1])) }),
  };
};

/** Persons of the team in the collection `users`. Each write stores its event with the change. */
@Injectable()
export class PeopleRepository {
  constructor(
    @InjectModel(UserRecord.name) private readonly users: Model<UserRecord>,
    private readonly outbox: Outbox,
  ) {}

  async findPage(offset: number, limit: number): Promise<{ items: PersonRecord[]; total: number }> {
    const found = this.users.find(personFilter).sort({ usernameKey: 1 }).skip(offset).limit(limit);
    const [items, total] = await Promise.all([
      found.lean<PersonRecord[]>().exec(),
      this.users.countDocuments(personFilter).exec(),
    ]);
    return { items, total };
  }

  findById(id: string): Promise<PersonRecord | null> {
    return this.find({ _id: id });
  }

  async isErased(id: string): Promise<boolean> {
    return (await this.users.exists({ _id: id, erasedAt: { $exists: true } })) !== null;
  }

  findByKey(usernameKey: string): Promise<PersonRecord | null> {
    return this.find({ usernameKey: { $eq: usernameKey } });
  }

  /** Persons with this name or e-mail address to whom a link can be sent. */
  findReachable(typed: string): Promise<ReachablePerson[]> {
    return this.users
      .find({
        ...personFilter,
        disabledAt: { $exists: false },
        contactEmail: { $exists: true },
        $or: [
          { usernameKey: { $eq: usernameKey(typed) } },
          { contactEmail: { $in: [typed, typed.toLowerCase()] } },
        ],
      })
      .lean<ReachablePerson[]>()
      .exec();
  }

  /** The person who has, or had, the link with this hash. */
  findByLink(hash: string): Promise<PersonRecord | null> {
    const $eq = hash;
    return this.find({ $or: [{ 'link.hash': { $eq } }, { 'requestedLinks.hash': { $eq } }] });
  }

  /** Whether this command has used the link with this hash. */
  async isLinkUsed(hash: string, usedBy: string): Promise<boolean> {
    const filter = { 'link.hash': { $eq: hash }, 'link.usedBy': { $eq: usedBy } };
    return (await this.users.exists(filter)) !== null;
  }

  /** The owner who has been there longest; a disabled one only if all are. */
  findFirstOwner(): Promise<PersonRecord | null> {
    return this.users
      .findOne({ role: 'owner' })
      .sort({ disabledAt: 1, createdAt: 1, _id: 1 })
      .lean<PersonRecord>()
      .exec();
  }

  /** Stores a person without a password; returns `false` if the name is taken. */
  async create(
    person: Pick<
      PersonRecord,
      '_id' | 'username' | 'usernameKey' | 'contactEmail' | 'locale' | 'role' | 'isAdmin' | 'link'
    >,
    event: OutboxEntry,
  ): Promise<boolean> {
    try {
      await this.users.create({ ...person, createdAt: new Date(), outbox: [event] });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    this.outbox.relaySoon();
    return true;
  }

  /**
   * Relies on an owner other than `id` who can sign in; returns `false` if there is none. That owner's
   * own role and state cannot be changed by who read them before: of two owners who remove each other
   * at the same moment, at least one starts again, and finds that no other is left.
   */
  async relyOnAnotherOwner(id: Types.ObjectId): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { ...workingOwnerFilter, _id: { $ne: id } },
      { $inc: { roleVersion: 1 } },
    );
    return matchedCount === 1;
  }

  /**
   * Stores a change and ends the person's sessions; returns `false` if role, state or password have
   * changed since `person` was read.
   */
  changeAndEndSessions(
    person: PersonRecord,
    fields: PersonChange,
    event: OutboxEntry,
  ): Promise<boolean> {
    const credentialVersion = person.credentialVersion + 1;
    return this.update(
      person,
      { credentialVersion: person.credentialVersion, roleVersion: person.roleVersion ?? null },
      { ...fields, credentialVersion, endSessionsBefore: credentialVersion },
      event,
    );
  }

  /** Stores a change that a restored database has lost; ends the sessions of before and of the lost time. */
  async repeatChange(
    person: PersonRecord,
    fields: PersonChange,
    event: OutboxEntry,
  ): Promise<void> {
    const credentialVersion = person.credentialVersion + LOST_VERSIONS;
    const sessions = { credentialVersion, endSessionsBefore: credentialVersion };
    await this.update(person, {}, { ...fields, ...sessions }, event);
  }

  /** Ends all links that were made before a time. */
  async endLinks(madeBefore: Date): Promise<void> {
    const $lt = new Date(madeBefore.getTime() + LINK_HOURS * HOUR_MS);
    await this.users.updateMany({ 'link.expiresAt': { $lt } }, { $unset: { link: 1 } });
    await this.users.updateMany(
      { 'requestedLinks.expiresAt': { $lt } },
      { $pull: { requestedLinks: { expiresAt: { $lt } } } },
    );
  }

  /** Stores the link of an owner; returns `false` if the person was disabled meanwhile. */
  storeLink(
    person: PersonRecord,
    link: PersonRecord['link'],
    event: OutboxEntry,
  ): Promise<boolean> {
    return this.update(person, { disabledAt: { $exists: false } }, { link }, event);
  }

  /**
   * Adds a link that was asked for; returns `false` if address, password, role or state have changed since
   * the person was read.
   */
  async addRequestedLink(
    { _id, contactEmail, credentialVersion }: ReachablePerson,
    link: { hash: string; expiresAt: Date },
    event: OutboxEntry,
  ): Promise<boolean> {
    const $each = [{ ...link, to: contactEmail, credentialVersion }];
    // `roleVersion` stays: a request must not disturb a change, or the use of another link.
    const { matchedCount } = await this.users.updateOne(
      { _id, contactEmail: { $eq: contactEmail }, credentialVersion },
      { $push: { requestedLinks: { $each, $slice: -MAX_REQUESTED_LINKS }, outbox: event } },
    );
    this.outbox.relaySoon();
    return matchedCount === 1;
  }

  /** Stores an e-mail address or a language. */
  async changeContact(
    person: PersonRecord,
    fields: PersonChange,
    event: OutboxEntry,
  ): Promise<void> {
    await this.update(person, {}, fields, event);
  }

  async recordEvent(person: PersonRecord, event: OutboxEntry): Promise<void> {
    await this.users.updateOne({ _id: person._id }, { $push: { outbox: event } });
    this.outbox.relaySoon();
  }

  private find(filter: QueryFilter<UserRecord>): Promise<PersonRecord | null> {
    return this.users
      .findOne({ ...filter, ...personFilter })
      .lean<PersonRecord>()
      .exec();
  }

  private async update(
    { _id }: PersonRecord,
    filter: QueryFilter<UserRecord>,
    fields: object,
    event: OutboxEntry,
  ): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { ...filter, _id },
      { ...toUpdate(fields), $inc: { roleVersion: 1 }, ...noted(event) },
    );
    this.outbox.relaySoon();
    return matchedCount === 1;
  }
}
