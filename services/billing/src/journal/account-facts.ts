import { accountEvents, objectId, personRole } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AccountsRepository } from '../accounts/users/accounts.repository.js';
import {
  isAdminRole,
  type PersonChange,
  type PersonRecord,
  toErased,
  withoutFactors,
} from '../accounts/users/user.record.js';
import { type Fact, hasFact, type Repetition, toEvent } from './journal.js';

const accountFact = z.object({
  accountId: objectId,
  /** Of a changed role. */
  after: personRole.optional(),
  isAddressChanged: z.boolean().optional(),
});

const WITHOUT_LINKS = { link: undefined, requestedLinks: undefined } as const;
/** What was lost is not known: who may sign in sets a new password, by a new link. */
const WITHOUT_CREDENTIALS = {
  ...WITHOUT_LINKS,
  ...withoutFactors,
  password: undefined,
  disabledPassword: undefined,
} as const;

const { contactChanged, disabled, enabled, erased, linkCreated, ownerReset, roleChanged } =
  accountEvents;

const toChange = (
  { name, at, payload }: Fact,
  { _id, role, disabledAt }: PersonRecord,
): PersonChange => {
  const { after = role, isAddressChanged } = accountFact.parse(payload);
  switch (name) {
    case linkCreated.name:
      return WITHOUT_LINKS;
    case contactChanged.name:
      return { ...WITHOUT_LINKS, ...(isAddressChanged && { contactEmail: undefined }) };
    case disabled.name:
      return { ...WITHOUT_CREDENTIALS, disabledAt: new Date(at), isAdmin: false };
    case erased.name:
      return toErased(_id.toHexString());
    case enabled.name:
      return { ...WITHOUT_CREDENTIALS, disabledAt: undefined, isAdmin: isAdminRole(role) };
    case roleChanged.name: {
      const isAdmin = isAdminRole(after) && disabledAt === undefined;
      return { ...WITHOUT_CREDENTIALS, role: after, isAdmin };
    }
    case ownerReset.name:
      return { ...WITHOUT_CREDENTIALS, disabledAt: undefined, role: 'owner', isAdmin: true };
    default:
      return WITHOUT_CREDENTIALS;
  }
};

/** Repeats changes of persons of the team. */
@Injectable()
export class AccountFacts {
  constructor(private readonly accounts: AccountsRepository) {}

  async find(fact: Fact): Promise<Repetition> {
    const { accountId } = accountFact.parse(fact.payload);
    const person = await this.accounts.findPerson(accountId);
    if (!person || hasFact(person, fact)) return undefined;
    // The event of an erasure leaves the name out.
    const event = toEvent(fact, { username: person.username });
    return () => this.accounts.repeatChange(person, toChange(fact, person), event);
  }
}
