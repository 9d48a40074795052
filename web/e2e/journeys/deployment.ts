import {
  becomesLive,
  deploymentScreen,
  fillDeployment,
  startDeployment,
} from '../pages/deployment.ts';
import { toastSays } from '../pages/toast.ts';
import { shown } from '../support/expect.ts';
import { journey, test } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';
import { isNightly, TEST_TIMEOUT_MS } from '../support/settings.ts';
import { uniqueName } from '../support/test-data.ts';

/** It changes what other journeys see: at night. By day ops and the page are tested alone. */
if (isNightly)
  journey(
    'deployment: two releases, one at a time, and back to the first',
    { as: 'admin' },
    async ({ visitor, page, t, openVisitor }) => {
      test.setTimeout(8 * TEST_TIMEOUT_MS);
      const [first, second] = [`First ${uniqueName()}`, `Second ${uniqueName()}`];
      const other = await openVisitor({ as: 'admin' });
      await fillDeployment(other, second);
      await startDeployment(visitor, first);
      await shown(page.getByRole('progressbar'), page.getByRole('log'));
      await deploymentScreen(other).deploy.click();
      await toastSays(other.page, t('deployment:alreadyRunning'));
      await shown(other.page.getByRole('heading', { name: first, exact: true }));
      // Left and found again.
      await moveTo(page, '/admin-operations');
      await moveTo(page, '/deployment');
      await becomesLive(visitor, first);
      await becomesLive(other, first);
      await page.reload();
      await shown(page.getByRole('contentinfo').getByText(first));

      await startDeployment(visitor, second);
      await becomesLive(visitor, second);
      await deploymentScreen(visitor).release(first).getByRole('button').click();
      const question = page.getByRole('alertdialog');
      await shown(question.getByText(first));
      await question.getByRole('button', { name: t('deployment:rollback.action') }).click();
      await toastSays(page, t('deployment:rollback.started'));
      await becomesLive(visitor, first);
      await shown(
        page.getByRole('main').getByText(t('deployment:success.rollback')),
        deploymentScreen(visitor).release(second),
      );
    },
  );
