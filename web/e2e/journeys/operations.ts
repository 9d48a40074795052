import { openMenu } from '../pages/account-menu.ts';
import { shown } from '../support/expect.ts';
import { inBothLanguages, journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;
const places = [
  ['operations', '/admin-operations'],
  ['deployment', '/deployment'],
  ['domainSetup', '/domain-setup'],
  ['dnsChecker', '/dns-checker'],
  ['transfer', '/admin-transfer'],
  ['backup', '/admin-backup'],
  ['images', '/admin-images'],
  ['colors', '/admin-colors'],
  ['audit', '/admin-audit'],
  ['deadLetters', '/admin-dead-letters'],
  ['pricing', '/admin-pricing'],
  ['orders', '/admin-orders'],
  ['people', '/admin-people'],
] as const;

for (const width of [360, 1440])
  inBothLanguages(
    `administration: every screen is reached at ${width} px`,
    { ...admin, viewport: { width, height: 800 } },
    async ({ visitor, page, t }) => {
      await page.goto('/trends');
      await openMenu(visitor);
      await page.getByRole('menuitem', { name: t('common:header.operations') }).click();
      await page.waitForURL('**/admin-operations');
      const nav = page.getByRole('navigation', { name: t('ops:nav.label') });
      const choose = async (name: string) => {
        // The link to the orders also names the number of refund requests.
        const link = nav.getByRole('link', { name: new RegExp(`^${name}(:|$)`) });
        // The list folds when the screen before arrives, perhaps just now.
        for (let tries = 0; tries < 5; tries += 1) {
          const isFolded = width < 1280 && !(await link.isVisible());
          if (isFolded) await nav.locator('summary').click();
          const chosen = link.click({ timeout: 3_000 });
          if (await chosen.then(() => true).catch(() => false)) return;
        }
        throw new Error(`${name} cannot be chosen`);
      };
      for (const [name, path] of places) {
        await choose(t(`ops:nav.${name}`));
        await page.waitForURL(`**${path}`);
        await shown(page.getByRole('heading', { level: 1 }));
      }
    },
  );

journey('audit trail: a change appears with before and after', admin, async ({ page, api, t }) => {
  const disease = await api.disease();
  const changed = { ...disease, notes: 'Looked at again', category: 'Skin' };
  const { nameEn, nameKn, category, notes } = changed;
  await api.call('PUT', `/api/diseases/${disease.id}`, { nameEn, nameKn, category, notes });
  const entry = page.getByRole('listitem').filter({ hasText: nameEn });
  const updated = entry.filter({
    has: page.getByText(t('audit:action.updated'), { exact: true }),
  });
  await page.goto('/admin-audit?kind=disease&actor=admin');
  // The change travels as an event.
  for (let tries = 0; tries < 20 && (await updated.count()) === 0; tries += 1) {
    await page.waitForTimeout(500);
    await page.reload();
    await shown(page.getByRole('search'));
  }
  await updated.locator('summary').click();
  await shown(
    updated.getByText('Looked at again'),
    updated.getByText(t('forms:diseaseField.notes')),
  );
});

journey('audit trail: it is as it was written', admin, async ({ page, t }) => {
  await page.goto('/admin-audit');
  await page.getByRole('button', { name: t('audit:verify.action') }).click();
  await shown(page.getByText(t('audit:verify.right')));
});

journey(
  'audit trail: the filter is kept in the URL',
  { ...admin, language: 'kn' },
  async ({ page, t }) => {
    await page.goto('/admin-audit');
    await page.getByLabel(t('audit:filter.kind')).selectOption('account');
    await page.getByRole('button', { name: t('audit:filter.apply') }).click();
    await page.waitForURL('**/admin-audit?kind=account');
    await shown(page.getByText(t('audit:action.signed-in')).first());
    await page.reload();
    await shown(page.getByText(t('audit:action.signed-in')).first());
  },
);

journey('trash: beside the audit trail, where it can be linked to', admin, async ({ page, t }) => {
  const tab = (name: 'audit' | 'trash') =>
    page.getByRole('tab', { name: t(`ops:auditScreen.${name}`), exact: true });
  const panel = (name: 'audit' | 'trash') =>
    page.getByRole('tabpanel', { name: t(`ops:auditScreen.${name}`), exact: true });
  await page.goto('/admin-audit?kind=account');
  await shown(panel('audit').getByRole('search'));
  await tab('audit').press('ArrowRight');
  await page.waitForURL('**/admin-audit?kind=account&tab=trash');
  await page.reload();
  await shown(panel('trash').getByText(t('trash:intro')));
  await tab('trash').press('Home');
  await page.waitForURL('**/admin-audit?kind=account');
  // Where the trash was before.
  await page.goto('/admin-trash');
  await page.waitForURL('**/admin-audit?tab=trash');
  await shown(panel('trash').getByText(t('trash:intro')));
});

journey(
  'operations: every part shows its state',
  { ...admin, language: 'kn' },
  async ({ page, t }) => {
    await page.goto('/admin-operations');
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    await shown(
      region(t('operations:process.title')).getByText('gateway').first(),
      region(t('operations:backup.title')).getByText('%'),
      region(t('operations:deadLetters.title')).getByRole('link'),
    );
  },
);

journey('dead letters: waiting and settled', admin, async ({ page, t }) => {
  await page.goto('/admin-dead-letters');
  await page.getByRole('tab', { name: t('deadLetters:views.settled') }).click();
  await page.waitForURL('**/admin-dead-letters?view=settled');
  await shown(page.getByRole('tabpanel'));
});
