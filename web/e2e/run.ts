/**
 * The browser tests: `node web/e2e/run.ts [part of a name…]` against a running product whose
 * address and administrator are in BASE_URL, ADMIN_USERNAME and ADMIN_PASSWORD.
 */
import { waitForProduct } from './harness/api.ts';
import { SharedBrowser } from './harness/chromium.ts';
import { tests } from './harness/collection.ts';
import { runAll } from './harness/run-all.ts';
import { clearPictures } from './harness/pictures.ts';
import { SharedSession } from './harness/shared-session.ts';
import './journeys/index.ts';

const wanted = process.argv.slice(2);
const chosen = tests.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);

clearPictures();
await waitForProduct();
const browser = new SharedBrowser();
const count = await runAll(chosen, { browser, session: new SharedSession() });
await browser.close();
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);
