import type { World } from '../world.ts';
import { params, queries, strangersIds } from './addresses.ts';
import { unreadable, values } from './bodies.ts';
import { forms } from './forms.ts';
import { unchanged } from './unchanged.ts';

/** Requests that nobody means: each is refused in words, in both languages, and changes nothing. */
export async function malformed(world: World): Promise<void> {
  const { report } = world;
  const { treatment } = await world.treated();
  const told = await unchanged(world, async () => {
    await report.check('malformed: values of bodies', () => values(world));
    await report.check('malformed: bodies that cannot be read', () => unreadable(world));
    await report.check('malformed: forms', () => forms(world, treatment.id));
    await report.check('malformed: addresses', () => params(world));
    await report.check('malformed: queries', () => queries(world));
    await report.check('malformed: ids of nothing', () => strangersIds(world));
  });
  await report.check('malformed: nothing was changed', told);
}
