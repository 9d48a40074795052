import { outboxEntry, toContract } from '@ctdb/chassis';
import {
  accountEvents,
  type Contact,
  contact as contactSchema,
  DomainError,
  type Person,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { type PersonChange, PeopleRepository, type PersonRecord } from './people.repository.js';

/** A contact as it is stored: addresses are found whatever their case. */
export const toFields = ({ contactEmail, locale }: Contact) => ({
  contactEmail: contactEmail?.toLowerCase(),
  locale,
});

/** Where, and in which language, persons get links by mail. */
@Injectable()
export class ContactsService {
  constructor(private readonly people: PeopleRepository) {}

  async get(person: Person): Promise<Contact> {
    return toContract(contactSchema, await this.find(person));
  }

  async set(contact: Contact, person: Person): Promise<Contact> {
    return toContract(contactSchema, await this.change(await this.find(person), contact));
  }

  /** Stores a contact; open links, which may lie at the former address, end with that. */
  async change(before: PersonRecord, contact: Contact): Promise<PersonRecord> {
    const change = toFields(contact);
    const isOther = before.contactEmail !== change.contactEmail;
    if (!isOther && before.locale === change.locale) return before;
    const accountId = before._id.toHexString();
    const event = outboxEntry(accountEvents.contactChanged, {
      accountId,
      username: before.username,
      isAddressChanged: isOther,
    });
    const endsLink = isOther && before.contactEmail !== undefined;
    const fields: PersonChange = {
      ...change,
      ...(isOther && { requestedLinks: undefined }),
      ...(endsLink && { link: undefined }),
    };
    await this.people.changeContact(before, fields, event);
    return { ...before, ...fields } as PersonRecord;
  }

  /** The caller's row: a session goes on until Redis is reachable. */
  private async find({ id }: Person): Promise<PersonRecord> {
    const person = await this.people.findById(id);
    if (!person || person.disabledAt) throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
    return person;
  }
}
