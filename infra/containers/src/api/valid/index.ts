import { table } from '../contract.ts';
import type { World } from '../world.ts';
import { must } from '../../report.ts';
import { password, sessions } from './accounts.ts';
import { backups, health } from './backups.ts';
import { bought } from './buying.ts';
import { edge, translated } from './edge.ts';
import { images } from './images.ts';
import { captures, moved, prices, refund, webhook } from './money.ts';
import { audit, deadLetters, deployments, domain, overview } from './operations.ts';
import { diseases, entries, figures, treatments, trash } from './registry.ts';

type Part = (world: World) => Promise<string>;

const buyers: Part = async (world) => {
  await bought(world, world.hour, 'hourly');
  await bought(world, world.premium, 'premium_monthly');
  return 'an hour and a premium plan';
};

/** In this order, for each makes what later ones need. */
const parts: Record<string, Part> = {
  'what is bought at the stand-in': buyers,
  'configuration, session, description, glossary': edge,
  translation: translated,
  diseases,
  treatments,
  'notes and history': entries,
  figures,
  trash,
  images,
  backups,
  'health of images': health,
  prices,
  'orders that are not paid': captures,
  'a payment that is held, and its webhook': webhook,
  'access that moves to another browser': moved,
  refund,
  'a domain': domain,
  'dead letters': deadLetters,
  deployments,
  'audit trail': audit,
  overview,
  sessions,
  password,
};

/** Calls every route as it is meant to be called. */
export async function valid(world: World): Promise<void> {
  for (const [name, part] of Object.entries(parts))
    await world.report.check(`valid: ${name}`, () => part(world));
}

/** Whether no route was left out. */
export async function complete({ report, tour }: World): Promise<void> {
  await report.check('valid: every route', async () => {
    const left = table.filter(([name]) => !tour.samples.has(name)).map(([name]) => name);
    must(left.length === 0, `never answered as its contract says: ${left.join(', ')}`);
    return Promise.resolve(`${tour.samples.size} routes, ${tour.calls} calls`);
  });
}
