/**
 * Tests the HTTP API of a running product against its contracts: `npm run api -w @ctdb/containers`
 * with BASE_URL, ADMIN_USERNAME and ADMIN_PASSWORD. The last line is `N passed, N failed`.
 */
import { must, Report } from '../report.ts';
import { access } from './access.ts';
import { conditional } from './conditional.ts';
import { watch } from './http/watch.ts';
import { idempotent } from './idempotent.ts';
import { malformed } from './malformed/index.ts';
import { paths } from './paths.ts';
import { complete, valid } from './valid/index.ts';
import { World } from './world.ts';

/** Of answers with a wrong header. */
const MOST_SHOWN = 8;
const report = new Report();
const world = new World(report);
const ready = await report.check('api: sign-in', () => world.signIn(world.admin));
if (ready) {
  await valid(world);
  await complete(world);
  await access(world);
  await conditional(world);
  await idempotent(world);
  await malformed(world);
  await paths(world);
  await report.check('what was made is deleted', () => world.clear());
  await report.check('headers: of every answer', () => {
    const shown = watch.faults.slice(0, MOST_SHOWN).join('\n');
    must(watch.faults.length === 0, `${watch.faults.length} wrong ones\n${shown}`);
    return Promise.resolve(`${watch.answers} answers`);
  });
}
console.log(report.closingLine);
process.exit(report.failed > 0 || report.passed === 0 ? 1 : 0);
