import { z } from 'zod';
import { access } from '../authorisation.js';
import { emptyReply } from '../command.js';
import { endpoint } from '../endpoint.js';
import { objectId, ofRecord, paged, timestamp } from '../records.js';
import { locale } from '../locale.js';
import { comparedEmail, emailAddress } from '../text-fields.js';
import { MAX_PAGE_LIMIT, MAX_PASSWORD_LENGTH } from '../constants/limits.js';
import { personRole } from '../constants/schemas.js';
import { beforeSignIn, newUsername } from './accounts.js';

/** Hours for which a link to set a password works, once. */
export const LINK_HOURS = 72;

/** Where links can be sent to a person, and in which language; both may be unknown. */
export const contact = z.object({ contactEmail: z.string().optional(), locale: locale.optional() });
/** See {@link contact}. */
export type Contact = z.infer<typeof contact>;

/** A new {@link contact}; what is absent is removed. */
const contactInput = z.strictObject({
  contactEmail: emailAddress.optional(),
  locale: locale.optional(),
});

/** A person of the team, as owners see it. */
export const person = z.object({
  id: objectId,
  username: z.string(),
  ...contact.shape,
  role: personRole,
  /** `invited` until the first password is set. */
  state: z.enum(['invited', 'active', 'disabled']),
  createdAt: timestamp,
  lastLoginAt: timestamp.optional(),
  /** Absent from versions that knew passwords alone. */
  hasSecondFactor: z.boolean().optional(),
  /** When the last link ends; absent after its use. */
  linkExpiresAt: timestamp.optional(),
});
/** See {@link person}. */
export type TeamPerson = z.infer<typeof person>;

/** A new link; `token` is never shown again, because only its hash is stored. */
export const personLink = z.object({ id: objectId, token: z.string(), expiresAt: timestamp });
/** See {@link personLink}. */
export type PersonLink = z.infer<typeof personLink>;

/** What owners do for others of the team. */
const ofOwner = { access: access.from('owner'), confirmed: true } as const;
const ofPerson = { ...ofOwner, ...ofRecord } as const;

/** Persons of the team by name. */
export const listPeople = endpoint('GET /api/people', {
  summary: 'Persons of the team, by name',
  access: access.from('owner'),
  message: 'billing.people.list',
  ...paged(person, MAX_PAGE_LIMIT),
});

/** Adds a person, who sets a password by the link. */
export const invitePerson = endpoint('POST /api/people', {
  summary: 'Invites a person; the link works once, for 72 hours',
  ...ofOwner,
  body: z.strictObject({
    username: newUsername,
    role: personRole,
    ...contactInput.shape,
  }),
  errors: ['USERNAME_TAKEN'],
  message: 'billing.people.invite',
  location: '/api/people',
  reply: personLink,
});

/** Gives a person another role, and ends the person's sessions and link. */
export const changePersonRole = endpoint('PUT /api/people/{id}/role', {
  summary: 'Changes the role of a person, whose sessions and link end',
  ...ofPerson,
  body: z.strictObject({ role: personRole }),
  errors: ['NOT_FOUND', 'LAST_OWNER'],
  message: 'billing.people.change-role',
  reply: person,
});

/** Sets, changes or removes the e-mail address and the language of a person. */
export const setPersonContact = endpoint('PUT /api/people/{id}/contact', {
  summary: 'Changes the e-mail address and the language of a person',
  ...ofPerson,
  body: contactInput,
  message: 'billing.people.set-contact',
  reply: person,
});

/** The caller's own {@link contact}. */
export const getContact = endpoint('GET /api/contact', {
  summary: 'The own e-mail address and language, for links',
  access: access.from('practitioner'),
  message: 'billing.contact.get',
  reply: contact,
});

/** Sets, changes or removes the caller's own e-mail address and language. */
export const setContact = endpoint('PUT /api/contact', {
  summary: 'Changes the own e-mail address and language',
  access: access.from('practitioner'),
  confirmed: true,
  body: contactInput,
  message: 'billing.contact.set',
  reply: contact,
});

/** Closes or opens a person's account; a closed one has no sessions and no link. */
export const setPersonDisabled = endpoint('PUT /api/people/{id}/disabled', {
  summary: 'Disables a person, whose sessions and link end, or enables the person again',
  ...ofPerson,
  body: z.strictObject({ isDisabled: z.boolean() }),
  errors: ['NOT_FOUND', 'LAST_OWNER'],
  message: 'billing.people.set-disabled',
  reply: person,
});

/**
 * Removes name, e-mail address, credentials and waiting mails of a disabled person, who leaves the list.
 * What the person wrote and did stays. A repetition changes nothing.
 */
export const erasePerson = endpoint('DELETE /api/people/{id}', {
  summary: 'Erases a disabled person for good',
  ...ofPerson,
  errors: ['NOT_FOUND', 'PERSON_NOT_DISABLED'],
  message: 'billing.people.erase',
});

/** Makes a link by which a person sets a new password; an owner's one before ends. */
export const createPersonLink = endpoint('POST /api/people/{id}/link', {
  summary: 'Makes a link to set a password; it works once, for 72 hours',
  ...ofPerson,
  errors: ['NOT_FOUND', 'PERSON_DISABLED'],
  message: 'billing.people.create-link',
  reply: personLink,
});

const linkToken = z.string().min(1).max(200);

/** Sends the person's link, as it was made, to the person's e-mail address. */
export const sendPersonLink = endpoint('POST /api/people/{id}/link/mail', {
  summary: 'Sends a link to set a password to the e-mail address of the person',
  ...ofPerson,
  body: z.strictObject({ token: linkToken }),
  errors: ['NOT_FOUND', 'LINK_ENDED', 'NO_ADDRESS', 'MAIL_NOT_CONFIGURED'],
  message: 'billing.people.send-link',
});

/** Removes all second factors of a person who has lost them, and ends the person's sessions. */
export const removePersonFactors = endpoint('DELETE /api/people/{id}/factors', {
  summary: 'Removes the second factors of a person, whose sessions end',
  ...ofPerson,
  message: 'billing.people.remove-factors',
  reply: person,
});

/** Ends all sessions of a person. */
export const endPersonSessions = endpoint('POST /api/people/{id}/sessions/end', {
  summary: 'Ends all sessions of a person',
  ...ofPerson,
  message: 'billing.people.end-sessions',
});

/**
 * Sends a new link to the e-mail address of the person with this name or address. The answer is the
 * same, after the same work, for everyone.
 */
export const sendForgottenLink = endpoint('POST /api/people/link/forgotten', {
  summary: 'Sends a link to set a password to a person who forgot it, at most five a day',
  access: access.everyone,
  rateLimit: 'restore',
  body: z.strictObject({ account: comparedEmail }),
  errors: ['MAIL_NOT_CONFIGURED'],
  message: 'billing.people.forgotten-link',
  status: 202,
  reply: emptyReply,
});

/** Whom a link belongs to; `LINK_ENDED` if it is unknown, used, replaced or too old. */
export const openLink = endpoint('POST /api/people/link/open', {
  ...beforeSignIn,
  summary: 'Whom a link to set a password belongs to',
  body: z.strictObject({ token: linkToken }),
  errors: ['LINK_ENDED'],
  message: 'billing.people.open-link',
  kind: 'query',
  reply: z.object({
    username: z.string(),
    role: personRole,
    isInvitation: z.boolean(),
    expiresAt: timestamp,
  }),
});

/** Sets the password by a link, which then ends, as do all sessions of the person. */
export const setPasswordByLink = endpoint('POST /api/people/link/password', {
  ...beforeSignIn,
  summary: 'Sets a password by a link, once',
  body: z.strictObject({ token: linkToken, password: z.string().min(1).max(MAX_PASSWORD_LENGTH) }),
  errors: ['LINK_ENDED', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'],
  message: 'billing.people.set-password',
});
