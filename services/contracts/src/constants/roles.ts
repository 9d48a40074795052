import { capabilities } from './billing.js';

/** The roles of the team, ascending: each may do what the ones before it may do. */
export const personRoles = ['practitioner', 'editor', 'admin', 'owner'] as const;
/** One of {@link personRoles}. */
export type PersonRole = (typeof personRoles)[number];

/** What a caller may do: what passes allow, and what only persons of the team may do. */
export const abilities = [...capabilities, 'account', 'edit', 'admin', 'people'] as const;
/**
 * Look after the own `account`; `edit` the registry, its images and texts; what is for an `admin`; invite
 * and change `people`.
 */
export type Ability = (typeof abilities)[number];

/** What each role may do. */
export const roleAbilities = {
  practitioner: [...capabilities, 'account'],
  editor: [...capabilities, 'account', 'edit'],
  admin: [...capabilities, 'account', 'edit', 'admin'],
  owner: abilities,
} as const satisfies Record<PersonRole, readonly Ability[]>;
