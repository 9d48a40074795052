/**
 * `npm run test:containers [-- section…]`: builds the images, starts them with compose, tests them,
 * restarts everything under load, and removes it all again.
 */
import {
  cleanUpAll,
  compose,
  currentVersion,
  findMissingPrerequisite,
  interruptPrograms,
  removeImages,
  selectVariant,
  selectVersion,
} from './docker.ts';
import { Report } from './report.ts';
import { createContext, sections, sectionsToRun } from './sections.ts';
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
  selectVersion(currentVersion);
  selectVariant('replicas');
  if (report.failed > 0) console.log(await compose(['ps', '--all']).catch(String));
  await report.check('docker compose down', async () => {
    await compose(['--profile', '*', 'down', '--volumes', '--remove-orphans']);
    await removeImages();
  });
}

async function stop(signal: NodeJS.Signals): Promise<never> {
  report.failed += 1;
  console.log(`✖ stopped by ${signal}`);
  interruptPrograms();
  try {
    if (!keepContainers) await composeDown();
    await cleanUpAll();
  } finally {
    console.log(report.summaryLine);
    process.exit(1);
  }
}

const stopping: { done?: Promise<never> } = {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping.done ??= stop(signal);
  });
}

if (problem !== undefined) {
  console.log(`✖ ${problem}`);
  report.failed += 1;
} else {
  const context = createContext(report);
  for (const [name, section] of sectionsToRun(wanted)) {
    await stopping.done;
    console.log(`\n━━ ${name} ━━`);
    await report.section(name, () => section(context));
  }
  await stopping.done;
  if (keepContainers) console.log(`It is left running at ${origin}.`);
  else await composeDown();
}
console.log(report.summaryLine);
process.exit(report.failed > 0 || report.passed === 0 ? 1 : 0);
