/**
 * `npm run test:containers [-- section…]`: builds the images, starts them with compose, tests them,
 * restarts everything under load, and removes it all again.
 */
import { compose, findMissingPrerequisite, removeImages, selectVariant } from './docker.ts';
import { Report } from './report.ts';
import { createContext, optionalSections, sections } from './sections.ts';
import { keepContainers, origin } from './settings.ts';

const report = new Report();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in sections));
const problem =
  unknown.length > 0
    ? `Unknown: ${unknown.join(', ')}. The sections are: ${Object.keys(sections).join(', ')}.`
    : await findMissingPrerequisite();

/** Removes containers, volumes and images. */
async function composeDown(): Promise<void> {
  selectVariant('replicas');
  if (report.failed > 0) console.log(await compose(['ps', '--all']).catch(String));
  await report.check('docker compose down', async () => {
    await compose(['--profile', '*', 'down', '--volumes', '--remove-orphans']);
    await removeImages();
  });
}

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    report.failed += 1;
    console.log(`✖ stopped by ${signal}`);
    void (keepContainers ? Promise.resolve() : composeDown()).finally(() => {
      console.log(report.summaryLine);
      process.exit(1);
    });
  });
}

if (problem !== undefined) {
  console.log(`✖ ${problem}`);
  report.failed += 1;
} else {
  const context = createContext(report);
  for (const [name, section] of Object.entries(sections)) {
    if (wanted.length > 0 ? !wanted.includes(name) : optionalSections.has(name)) continue;
    console.log(`\n━━ ${name} ━━`);
    await report.section(name, () => section(context));
  }
  if (keepContainers) console.log(`It is left running at ${origin}.`);
  else await composeDown();
}
console.log(report.summaryLine);
process.exit(report.failed > 0 || report.passed === 0 ? 1 : 0);
