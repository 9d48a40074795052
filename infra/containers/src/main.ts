/**
 * `npm run test:containers [-- part…]`: builds the images, starts them with compose, walks through,
 * runs the browser's journeys, restarts everything under load, and removes it all again.
 */
import { compose, missing, removeImages, use } from './docker.ts';
import { context, onRequest, parts } from './parts.ts';
import { Report } from './report.ts';
import { keeps, origin } from './settings.ts';

const report = new Report();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
const lacking =
  unknown.length > 0
    ? `Unknown: ${unknown.join(', ')}. The parts are: ${Object.keys(parts).join(', ')}.`
    : await missing();

/** Ends what compose has started, with its volumes; then nothing needs the images any more. */
async function down(): Promise<void> {
  use('replicas');
  if (report.failed > 0) console.log(await compose(['ps', '--all']).catch(String));
  await report.check('docker compose down', async () => {
    await compose(['down', '--volumes', '--remove-orphans']);
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
    void (keeps ? Promise.resolve() : down()).finally(() => {
      console.log(report.closingLine);
      process.exit(1);
    });
  });
}

if (lacking !== undefined) {
  console.log(`✖ ${lacking}`);
  report.failed += 1;
} else {
  const run = context(report);
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 ? !wanted.includes(name) : onRequest.has(name)) continue;
    console.log(`\n━━ ${name} ━━`);
    // Whatever happens in it, what runs is ended below, and the last line tells the count.
    await report.part(name, () => part(run));
  }
  if (keeps) console.log(`It is left running at ${origin}.`);
  else await down();
}
console.log(report.closingLine);
process.exit(report.failed > 0 || report.passed === 0 ? 1 : 0);
