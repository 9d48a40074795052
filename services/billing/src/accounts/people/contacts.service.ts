import { type MessageContext, toContract } from '@ctdb/chassis';
import {
  accountEvents,
  type Contact,
  contact as contactSchema,
  type Person,
  type RequestOf,
  type setPersonContact,
  type TeamPerson,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../users/accounts.repository.js';
import { PeopleService, toPerson } from './people.service.js';
import { accountEvent, type PersonRecord, toContactFields } from '../users/user.record.js';

/** Where, and in which language, persons get links by mail. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly people: PeopleService,
  ) {}

  async get(person: Person): Promise<Contact> {
    return toContract(contactSchema, await this.accounts.getAccount(person));
  }

  async set(contact: Contact, person: Person): Promise<Contact> {
    const changed = await this.change(await this.accounts.getAccount(person), contact);
    return toContract(contactSchema, changed);
  }

  async setOfPerson(
    { id, ...contact }: RequestOf<typeof setPersonContact>,
    caller: Pick<MessageContext, 'subject'>,
  ): Promise<TeamPerson> {
    return toPerson(await this.change(await this.people.get(id, caller), contact));
  }

  /** Stores a contact; open links, which may lie at the former address, end with that. */
  private async change(before: PersonRecord, contact: Contact): Promise<PersonRecord> {
    const fields = toContactFields(contact);
    const isAddressChanged = before.contactEmail !== fields.contactEmail;
    if (!isAddressChanged && before.locale === fields.locale) return before;
    const change = {
      ...fields,
      ...(isAddressChanged && { requestedLinks: undefined }),
      ...(isAddressChanged && before.contactEmail !== undefined && { link: undefined }),
    };
    const event = accountEvent(accountEvents.contactChanged, before, { isAddressChanged });
    await this.accounts.changeContact(before, change, event);
    return { ...before, ...change } as PersonRecord;
  }
}
