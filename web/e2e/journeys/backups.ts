import type { BackupStatus } from '@ctdb/contracts';
import { chooseAction, imageManager, pictureLoads } from '../pages/images.ts';
import { openDisease } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, SAMPLES_TIMEOUT_MS, shown } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';

const BACKUP_STATUS = '/api/backup/status';

// A page follows every run of the product and shows one toast at a time: no upload may add a run meanwhile.
journey(
  'backups: run now, a drill, and everything restored',
  { as: 'admin', tag: '@first' },
  async ({ page, t, api }) => {
    // The copy of each sample image is a run, and only the latest eight are shown.
    const copies = async () => (await api.call<BackupStatus>('GET', BACKUP_STATUS)).totalBackups;
    await becomes(copies, 24, 'copies of the sample images', SAMPLES_TIMEOUT_MS);
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

journey(
  'images: restored from the trash, from the backup, and all fixed from the pricing page',
  { as: 'admin' },
  async ({ visitor, page, api, t }) => {
    const { disease, treatment } = await api.treated();
    const title = `${disease.nameEn} elbow`;
    const image = await api.image(treatment.id, title);
    await api.call('DELETE', `/api/treatments/images/${image.id}`);
    await page.goto('/admin-trash');
    await page.getByRole('button', { name: t('trash:restoreNamed', { name: title }) }).click();
    await toastSays(page, t('trash:restored'));
    await openDisease(visitor, disease);
    await pictureLoads(imageManager(visitor).picture(title));
    await chooseAction(visitor, title, t('images:backup.restore'));
    await toastSays(page, t('images:backup.done'), title);
    await pictureLoads(imageManager(visitor).picture(title));

    await moveTo(page, '/admin-pricing');
    await page.getByRole('button', { name: t('imageHealth:action') }).click();
    await toastSays(page, t('imageHealth:fixed'));
    await page.getByRole('link', { name: t('imageHealth:lastResult') }).click();
    await shown(
      page.getByRole('heading', { level: 1, name: t('imageHealth:title') }),
      page.getByText(t('imageHealth:status.completed'), { exact: true }),
      page.getByText(t('imageHealth:allGood')),
    );
  },
);
