import { shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { uniqueWord } from '../harness/names.ts';
import {
  becomesLive,
  deploymentScreen,
  fillDeployment,
  startDeployment,
} from '../pages/deployment.ts';
import { toastSays } from '../pages/toast.ts';

// One deployment runs at a time in the whole system, and each builds the application.
const alone = { as: 'admin', phase: 'alone', times: 8 } as const;

inBothLanguages('deployment: two releases, and back to the first', alone, async (stage) => {
  const { page, t } = stage;
  const [first, second] = [`First ${uniqueWord()}`, `Second ${uniqueWord()}`];
  await startDeployment(stage, first);
  await shown(page.getByRole('progressbar'), page.getByRole('log'));
  // Left and found again.
  await page.goto('/admin-operations');
  await page.goto('/deployment');
  await becomesLive(stage, first);

  await startDeployment(stage, second);
  await becomesLive(stage, second);

  await deploymentScreen(stage).release(first).getByRole('button').click();
  const question = page.getByRole('alertdialog');
  await shown(question.getByText(first));
  await question.getByRole('button', { name: t('deployment:rollback.action') }).click();
  await toastSays(page, t('deployment:rollback.started'));
  await becomesLive(stage, first);
  await shown(
    page.getByRole('main').getByText(t('deployment:success.rollback')),
    deploymentScreen(stage).release(second),
  );
});

test('deployment: a second start shows the one that runs', alone, async (stage) => {
  const { another } = stage;
  const [first, second] = [`First ${uniqueWord()}`, `Second ${uniqueWord()}`];
  const other = await another({ as: 'admin' });
  await fillDeployment(other, second);
  await startDeployment(stage, first);
  await deploymentScreen(other).deploy.click();
  await toastSays(other.page, other.t('deployment:alreadyRunning'));
  await shown(other.page.getByRole('heading', { name: first, exact: true }));
  await becomesLive(stage, first);
  await becomesLive(other, first);
});
