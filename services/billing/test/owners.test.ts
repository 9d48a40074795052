import {
  accountEvents,
  changePersonRole,
  createPersonLink,
  type DomainError,
  endPersonSessions,
  invitePerson,
  listPeople,
  setPersonDisabled,
} from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { AccountsRepository } from '../src/accounts/users/accounts.repository.js';
import { resetOwner } from '../src/reset-owner.js';
import { SessionsService } from '../src/accounts/sessions/sessions.service.js';
import { billingEnv, codeOf, newName, PASSWORD, signInAs, TestBilling } from './support/billing.js';

// The first owner becomes another one here.
const billing = new TestBilling(billingEnv({}));
const OTHER = 'otter-lagoon-77';

const disabledAt = { $exists: false };
const workingOwner = { role: 'owner', password: { $exists: true }, disabledAt };
const ownersLeft = () => billing.users().countDocuments(workingOwner);
const reset = (username?: string) =>
  resetOwner(
    billing.service.get(AccountsRepository),
    billing.service.get(SessionsService),
    username,
  );
const demote = (id: string, by = billing.owner) => by(changePersonRole, { id, role: 'admin' });
const disable = (id: string, by = billing.owner) => by(setPersonDisabled, { id, isDisabled: true });

it.each([
  ['demoted', demote],
  ['disabled', disable],
])('an owner with a live session manages no one once %s', async (_how, change) => {
  const { id, username } = await billing.join('owner');
  const session = await billing.signIn(username);
  const failure = new Error('Redis is away');
  vi.spyOn(billing.service.get(SessionsService), 'endAll').mockRejectedValueOnce(failure);
  await change(id);
  expect(await billing.recordOf(session)).toMatchObject({ role: 'owner' });
  const former = billing.asOwner(id);
  const works = [
    former(listPeople, { page: 1, limit: 10 }),
    former(invitePerson, { username: newName(), role: 'owner' }),
    former(changePersonRole, { id, role: 'owner' }),
    former(setPersonDisabled, { id, isDisabled: false }),
    former(createPersonLink, { id }),
    former(endPersonSessions, { id: billing.ownerId }),
  ];
  // All at once: a rejection that nothing awaits yet is an error of the run.
  expect(await Promise.all(works.map(codeOf))).toEqual(works.map(() => 'FORBIDDEN'));
  await billing.service.get(SessionsService).revokePending();
  expect(await billing.isOpen(session)).toBe(false);
});

it('the last owner stays: neither role nor state changes', async () => {
  await billing.invite('owner');
  await disable((await billing.join('owner')).id);
  expect(await ownersLeft()).toBe(1);
  for (const change of [demote, disable])
    expect(await codeOf(change(billing.ownerId))).toBe('LAST_OWNER');
  expect((await signInAs(billing.buyer)).role).toBe('owner');
});

it('the last owner is left when all owners remove each other at the same moment', async () => {
  const others = await Promise.all([billing.join('owner'), billing.join('owner')]);
  const ids = [billing.ownerId, ...others.map(({ id }) => id)];
  for (let round = 0; round < 6; round += 1) {
    const changes = ids.map((id, at) => {
      const by = billing.asOwner(ids[(at + 1) % ids.length] ?? '');
      return (at % 2 === round % 2 ? demote : disable)(id, by).then(
        () => 'done',
        (error: DomainError) => error.code,
      );
    });
    const outcomes = await Promise.all(changes);
    expect(await ownersLeft()).toBeGreaterThanOrEqual(1);
    const allowed = ['done', 'LAST_OWNER', 'SERVICE_UNAVAILABLE', 'FORBIDDEN'];
    expect(allowed).toEqual(expect.arrayContaining(outcomes));
    const left = billing.asOwner(String((await billing.users().findOne(workingOwner))?._id));
    for (const id of ids) {
      await left(setPersonDisabled, { id, isDisabled: false });
      await left(changePersonRole, { id, role: 'owner' });
    }
  }
});

it('the last owner comes back by the operators’ command', async () => {
  const before = await signInAs(billing.buyer);
  const { username, token } = await reset('ADMIN');
  expect(username).toBe('Admin');
  expect(await billing.isOpen(before)).toBe(false);
  expect(await codeOf(signInAs(billing.buyer))).toBe('INVALID_CREDENTIALS');
  // No password, and yet no other first administrator is created.
  expect(await billing.service.get(AccountsRepository).hasOwner()).toBe(true);
  await billing.setPassword(token);
  expect((await signInAs(billing.buyer, PASSWORD)).role).toBe('owner');
  await billing.events.waitFor(accountEvents.ownerReset);
  await expect(reset('unknown')).rejects.toThrow('NOT_FOUND');
});

it('the last owner is made of a disabled one without the password of before', async () => {
  const { id, username } = await billing.join('owner');
  await disable(id);
  const { token } = await reset(username);
  expect(await codeOf(billing.signIn(username))).toBe('INVALID_CREDENTIALS');
  await billing.setPassword(token, OTHER);
  expect((await billing.signIn(username, OTHER)).role).toBe('owner');
});

it('the last owner is the one who has been there longest and is not disabled, if the command has no name', async () => {
  const second = await billing.join('owner');
  const others = { role: 'owner', username: { $nin: ['Admin', second.username] } };
  await billing.users().updateMany(others, { $set: { role: 'admin' } });
  await disable(billing.ownerId, billing.asOwner(second.id));
  expect((await reset()).username).toBe(second.username);
  const { username } = second;
  await billing.users().updateOne({ username }, { $set: { disabledAt: new Date() } });
  expect((await reset()).username).toBe('Admin');
});
