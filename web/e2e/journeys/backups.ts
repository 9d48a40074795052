import { toastSays } from '../pages/toast.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

// A page follows every run of the product and shows one toast at a time: no other run may end meanwhile.
const admin = { as: 'admin', tag: '@serial' } as const;

journey('backups: run now, completed, with its details', admin, async ({ page, api, t }) => {
  const { treatment } = await api.treated();
  await api.image(treatment.id, 'Knee');
  await page.goto('/admin-backup');
  const run = page.getByRole('button', { name: t('backup:full.action') });
  await run.click();
  await toastSays(page, t('backup:full.done'), t('backup:full.doneText'));
  await becomes(() => run.isEnabled(), true, 'the button is on again');
  const row = page
    .getByRole('listitem')
    .filter({ hasText: t('backup:logs.type.full') })
    .first();
  await shown(row.getByText(t('backup:logs.status.completed'), { exact: true }));
  await row.getByRole('button').click();
  const details = page.getByRole('dialog', { name: t('backup:logs.type.full') });
  await shown(details.getByText(t('backup:run.noFailures')));
  await page.keyboard.press('Escape');

  const coverage = page.locator('dl > div').filter({ hasText: t('backup:stats.coverage') });
  await shown(coverage.getByText('%'));
});

journey('backups: the words of the specification', admin, async ({ page, watch }) => {
  const path = '/api/backup/status';
  watch.allow(503, path);
  await page.route(`**${path}`, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.goto('/admin-backup');
  await shown(page.getByText('Failed to load backup status'));
  await page.reload();
  await shown(
    page.getByText('Total images'),
    page.getByText('Coverage', { exact: true }),
    page.getByText('Recent backup activity'),
    page.getByText('Automatic Backup', { exact: true }),
    page.getByText(/\d+\/\d+ successful/),
  );
  // The test delays the reply, so that it can check the pending button.
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/backup/full', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Run Full Backup' }).click();
  const button = page.getByRole('button', { name: 'Backing up...' });
  await shown(button);
  expect(await button.isDisabled(), 'the button is off').toEqual(true);
  goOn();
  await toastSays(page, 'Backup completed successfully', 'All medical images have been backed up');
});

journey(
  'backups: a drill, and everything restored',
  { ...admin, language: 'kn' },
  async ({ page, api, t }) => {
    const { treatment } = await api.treated();
    await api.image(treatment.id, 'Ankle');
    await page.goto('/admin-backup');
    await page.getByRole('button', { name: t('backup:drill.action') }).click();
    await toastSays(page, t('backup:drill.done'), t('backup:drill.doneText'));
    await shown(
      page.getByText(t('backup:drill.passed'), { exact: true }),
      page.getByText(t('backup:drill.duration'), { exact: true }),
    );

    await page.getByRole('button', { name: t('backup:restore.action') }).click();
    const question = page.getByRole('alertdialog', { name: t('backup:restore.question') });
    await question.getByRole('button', { name: t('backup:restore.confirm'), exact: true }).click();
    await toastSays(page, t('backup:restore.done'), t('backup:restore.doneText'));
  },
);

journey('images: all fixed, from the pricing page', admin, async ({ page, t }) => {
  await page.goto('/admin-pricing');
  await page.getByRole('button', { name: t('imageHealth:action') }).click();
  await toastSays(page, t('imageHealth:fixed'));
  await page.getByRole('link', { name: t('imageHealth:lastResult') }).click();
  await shown(
    page.getByRole('heading', { level: 1, name: t('imageHealth:title') }),
    page.getByText(t('imageHealth:status.completed'), { exact: true }),
    page.getByText(t('imageHealth:allGood')),
  );
});
