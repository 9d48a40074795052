import { eventSpy } from '@ctdb/chassis/testing';
import {
  accountEvents,
  changePersonRole,
  createPersonLink,
  type DomainError,
  endPersonSessions,
  invitePerson,
  listPeople,
  setPersonDisabled,
  setPasswordByLink,
} from '@ctdb/contracts';
import { describe, expect, it, vi } from 'vitest';
import { AccountsRepository } from '../src/accounts/accounts.repository.js';
import { OwnerReset } from '../src/accounts/owner-reset.js';
import { SessionRevoker } from '../src/accounts/session-revoker.js';
import { SessionsService } from '../src/accounts/sessions.service.js';
import { signInAs } from './support/billing.js';
import { codeOf, PASSWORD, testTeam } from './support/team.js';

const team = testTeam();
const { asOwner, call, firstOwner, owner, users, service, join, nextName, recordOf, signInWith } =
  team;

const workingOwner = {
  role: 'owner',
  password: { $exists: true },
  disabledAt: { $exists: false },
};
const ownersLeft = () => users().countDocuments(workingOwner);

describe('an owner whose session goes on', () => {
  it.each([
    ['demoted', (id: string) => owner(changePersonRole, { id, role: 'practitioner' })],
    ['disabled', (id: string) => owner(setPersonDisabled, { id, isDisabled: true })],
  ])('manages no one once %s', async (_how, change) => {
    const { id, username } = await join('owner');
    const session = await signInWith(username);
    const failure = new Error('Redis is away');
    vi.spyOn(service().get(SessionsService), 'endAll').mockRejectedValueOnce(failure);
    await change(id);
    expect(await recordOf(session)).toMatchObject({ role: 'owner' });
    const former = asOwner(id);
    for (const work of [
      former(listPeople, { page: 1, limit: 10 }),
      former(invitePerson, { username: nextName(), role: 'owner' }),
      former(changePersonRole, { id, role: 'owner' }),
      former(setPersonDisabled, { id, isDisabled: false }),
      former(createPersonLink, { id }),
      former(endPersonSessions, { id: firstOwner() }),
    ])
      expect(await codeOf(work)).toBe('FORBIDDEN');
    await service().get(SessionRevoker).revokePending();
    expect(await recordOf(session)).toBeUndefined();
  });
});

describe('the last owner', () => {
  it('stays: neither role nor state changes', async () => {
    await owner(invitePerson, { username: nextName(), role: 'owner' });
    const disabled = await join('owner');
    await owner(setPersonDisabled, { id: disabled.id, isDisabled: true });
    expect(await ownersLeft()).toBe(1);
    expect(await codeOf(owner(changePersonRole, { id: firstOwner(), role: 'admin' }))).toBe(
      'LAST_OWNER',
    );
    expect(await codeOf(owner(setPersonDisabled, { id: firstOwner(), isDisabled: true }))).toBe(
      'LAST_OWNER',
    );
    expect((await signInAs(call)).role).toBe('owner');
  });

  it('is left when all owners remove each other at the same moment', async () => {
    const others = await Promise.all([join('owner'), join('owner')]);
    const ids = [firstOwner(), ...others.map(({ id }) => id)];
    for (let round = 0; round < 15; round += 1) {
      const outcomes = await Promise.all(
        ids.map((id, at) => {
          const by = asOwner(ids[(at + 1) % ids.length] ?? '');
          const work =
            at % 2 === round % 2
              ? by(changePersonRole, { id, role: 'admin' })
              : by(setPersonDisabled, { id, isDisabled: true });
          return work.then(
            () => 'done',
            (error: DomainError) => error.code,
          );
        }),
      );
      expect(await ownersLeft()).toBeGreaterThanOrEqual(1);
      expect(['done', 'LAST_OWNER', 'SERVICE_UNAVAILABLE', 'FORBIDDEN']).toEqual(
        expect.arrayContaining(outcomes),
      );
      const left = asOwner(String((await users().findOne(workingOwner))?._id));
      for (const id of ids) {
        await left(setPersonDisabled, { id, isDisabled: false });
        await left(changePersonRole, { id, role: 'owner' });
      }
    }
  });

  it('comes back by the operators’ command', async () => {
    const spy = await eventSpy(team.env, accountEvents.ownerReset);
    const before = await signInAs(call);
    const { username, token } = await service().get(OwnerReset).run('ADMIN');
    expect(username).toBe('Admin');
    expect(await recordOf(before)).toBeUndefined();
    expect(await codeOf(signInAs(call))).toBe('INVALID_CREDENTIALS');
    // No password, and yet no other first administrator is created.
    expect(await service().get(AccountsRepository).hasOwner()).toBe(true);
    await call(setPasswordByLink, { token, password: PASSWORD });
    expect((await signInAs(call, PASSWORD)).role).toBe('owner');
    await spy.waitFor(accountEvents.ownerReset);
    await expect(service().get(OwnerReset).run('unknown')).rejects.toThrow('NOT_FOUND');
  });

  it('is made of a disabled one without the password of before', async () => {
    const { id, username } = await join('owner');
    await owner(setPersonDisabled, { id, isDisabled: true });
    const { token } = await service().get(OwnerReset).run(username);
    expect(await codeOf(signInWith(username))).toBe('INVALID_CREDENTIALS');
    await call(setPasswordByLink, { token, password: 'otter-lagoon-77' });
    expect((await signInWith(username, 'otter-lagoon-77')).role).toBe('owner');
  });

  it('is the one who has been there longest and is not disabled, if the command has no name', async () => {
    const second = await join('owner');
    const others = { role: 'owner', username: { $nin: ['Admin', second.username] } };
    await users().updateMany(others, { $set: { role: 'admin' } });
    await asOwner(second.id)(setPersonDisabled, { id: firstOwner(), isDisabled: true });
    expect((await service().get(OwnerReset).run()).username).toBe(second.username);
    await users().updateOne({ username: second.username }, { $set: { disabledAt: new Date() } });
    expect((await service().get(OwnerReset).run()).username).toBe('Admin');
  });
});
