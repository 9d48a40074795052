import { becomes, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { toastSays } from '../pages/toast.ts';

// One deployment runs at a time in the whole system.
const alone = { as: 'admin', phase: 'alone' } as const;
/** A build takes its time. */
const BUILD_MS = 5 * 60_000;

inBothLanguages('deployment: deploy, found again, live, rolled back', alone, async (stage) => {
  const { page, t } = stage;
  await page.goto('/deployment');
  await page.getByLabel(t('deployment:domain')).fill('');
  const deploy = page.getByRole('button', { name: t('deployment:deploy'), exact: true });
  await deploy.click();
  await toastSays(page, t('deployment:started'));
  await shown(page.getByRole('progressbar'), page.getByRole('log'));

  // Left and found again.
  await page.goto('/admin-operations');
  await page.goto('/deployment');
  await shown(page.getByRole('progressbar'));
  const visit = page.getByRole('link', { name: t('deployment:visit') });
  await visit.waitFor({ timeout: BUILD_MS });
  await shown(page.getByText('100%'));
  const address = (await visit.getAttribute('href')) ?? '';
  same((await page.request.get(address)).status(), 200, 'the new release answers');

  const back = page.getByRole('button', { name: t('deployment:rollback.action') });
  if ((await back.count()) === 0) return;
  await back.first().click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('deployment:rollback.action') })
    .click();
  await toastSays(page, t('deployment:rollback.started'));
  const done = page.getByText(t('deployment:success.rollback'));
  await done.first().waitFor({ timeout: BUILD_MS });
});

test('deployment: a second start shows the one that runs', alone, async (stage) => {
  const { page, t, another } = stage;
  await page.goto('/deployment');
  const other = await another({ as: 'admin' });
  await other.page.goto('/deployment');
  await other.page.getByLabel(t('deployment:projectName')).fill('Second');
  await page.getByLabel(t('deployment:domain')).fill('');
  await page.getByLabel(t('deployment:projectName')).fill('First');
  await page.getByRole('button', { name: t('deployment:deploy'), exact: true }).click();
  await toastSays(page, t('deployment:started'));
  await other.page.getByRole('button', { name: t('deployment:deploy'), exact: true }).click();
  await toastSays(other.page, t('deployment:alreadyRunning'));
  await shown(other.page.getByRole('heading', { name: 'First' }));
  await page.getByRole('link', { name: t('deployment:visit') }).waitFor({ timeout: BUILD_MS });
  const deploy = page.getByRole('button', { name: t('deployment:deploy'), exact: true });
  await becomes(() => deploy.isDisabled(), false, 'the next one is barred');
});
