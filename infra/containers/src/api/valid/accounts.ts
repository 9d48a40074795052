import { must } from '../../report.ts';
import { Visitor } from '../http/visitor.ts';
import { refused } from '../problems.ts';
import { administrator, run } from '../settings.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';

const own = questionOf('listOrders', {});
const noAccess = { status: 401, code: 'ACCESS_REQUIRED' } as const;

/** Signs in, renews, and signs out: the token is worth nothing then. */
export async function sessions(world: World): Promise<string> {
  const { tour } = world;
  const visitor = new Visitor('session');
  const wrong = { username: `${run}-nobody`, password: 'no such password' };
  const refusal = { status: 401, code: 'INVALID_CREDENTIALS' } as const;
  await refused(visitor, questionOf('signIn', { body: wrong }), refusal);
  await world.signIn(visitor);
  const { token } = await tour.call(visitor, 'refreshSession');
  must(token !== visitor.token, 'the token is not a new one');
  visitor.token = token;
  must((await visitor.ask(own)).status === 200, 'the new token is worth nothing');
  await tour.call(visitor, 'signOut');
  await refused(visitor, own, noAccess);
  await refused(visitor, questionOf('refreshSession', {}), noAccess);
  return 'renewed and ended';
}

/** Changes the password, which ends every session, and changes it back. */
export async function password(world: World): Promise<string> {
  const { tour, admin } = world;
  const [old, other] = [administrator.password, `${run} Kempu-Hasiru-4711`];
  const change = (from: string, to: string) => ({ currentPassword: from, newPassword: to });
  // With another password than the current one: whatever comes of it, nothing is changed.
  const short = questionOf('changePassword', { body: change('none', 'abc') });
  await refused(admin, short, { status: 400, code: 'PASSWORD_TOO_SHORT' });
  const common = questionOf('changePassword', { body: change('none', 'abcdefghijklmnop') });
  await refused(admin, common, { status: 400, code: 'PASSWORD_TOO_COMMON' });
  await tour.call(admin, 'changePassword', { body: change(old, other) });
  // From here on nothing may come between: with it the installation would have another password.
  const back = new Visitor('password');
  await world.signIn(back, other);
  await tour.call(back, 'changePassword', { body: change(other, old) });
  await refused(admin, own, noAccess);
  await refused(back, own, noAccess);
  await world.signIn(admin);
  return 'all sessions have ended';
}
