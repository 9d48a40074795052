import { becomes, gone, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test, type Stage } from '../harness/collection.ts';
import { openDisease, registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';

const admin = { as: 'admin' } as const;

const askToDelete = async ({ page, t }: Stage): Promise<void> => {
  await page
    .getByRole('article')
    .getByRole('button', { name: t('common:action.delete') })
    .first()
    .click();
  await shown(page.getByRole('alertdialog', { name: t('registry:delete.question') }));
};

const confirm = ({ page, t }: Stage): Promise<void> =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common:action.delete'), exact: true })
    .click();

inBothLanguages('delete: asks first, and can be undone', admin, async (stage) => {
  const { page, api, t } = stage;
  const { disease } = await api.treated();
  const { row, detail, search } = registry(stage);
  await page.goto(`/app?search=${encodeURIComponent(disease.nameEn)}`);
  await shown(detail(disease.nameEn));

  await askToDelete(stage);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common:action.cancel') })
    .click();
  await gone(page.getByRole('alertdialog'));
  await shown(row(disease.nameEn));

  await askToDelete(stage);
  await confirm(stage);
  const toast = await toastSays(page, t('registry:delete.done'), disease.nameEn);
  await gone(row(disease.nameEn));
  await gone(detail(disease.nameEn));
  same(await search.inputValue(), disease.nameEn, 'search after deleting');
  same((await api.find(disease.nameEn)).length, 0, 'diseases found by the API');

  await toast.getByRole('button', { name: t('common:action.undo') }).click();
  await shown(
    row(disease.nameEn),
    detail(disease.nameEn).getByText('Green light in a quiet room.'),
  );
  same((await api.find(disease.nameEn)).length, 1, 'diseases found by the API');
});

inBothLanguages('delete: restored from the trash later', admin, async (stage) => {
  const { page, api, t, language } = stage;
  const { disease } = await api.treated();
  await openDisease(stage, disease);
  await askToDelete(stage);
  await confirm(stage);
  await toastSays(page, t('registry:delete.done'));

  await page.goto('/admin-audit?tab=trash');
  await shown(page.getByRole('tabpanel', { name: t('ops:auditScreen.trash'), exact: true }));
  const name = language === 'kn' ? disease.nameKn : disease.nameEn;
  const entry = page.getByRole('listitem').filter({ hasText: name });
  await entry.getByRole('button', { name: t('trash:restoreNamed', { name }) }).click();
  await toastSays(page, t('trash:restored'));
  await becomes(() => entry.count(), 0, 'entries of the trash');
  await openDisease(stage, disease);
  await shown(page.getByText('Green light in a quiet room.'));
});

test('delete: the question of the specification, Escape leaves it', admin, async (stage) => {
  const { page, api } = stage;
  const { disease } = await api.treated();
  await openDisease(stage, disease);
  await askToDelete(stage);
  await shown(page.getByText('Are you sure you want to delete this disease?'));
  await page.keyboard.press('Escape');
  await gone(page.getByRole('alertdialog'));
  same((await api.find(disease.nameEn)).length, 1, 'diseases found by the API');
});

test('delete: refused when somebody has changed the disease meanwhile', admin, async (stage) => {
  const { page, api, t, watch } = stage;
  watch.allow(412, '/api/diseases/');
  const { disease } = await api.treated();
  await openDisease(stage, disease);
  const { nameEn, category, notes } = disease;
  const changed = { nameEn, category, notes, nameKn: 'ಬೇರೆ' };
  await api.call('PUT', `/api/diseases/${disease.id}`, changed);
  await askToDelete(stage);
  await confirm(stage);
  await toastSays(page, t('registry:delete.failed'), t('errors:VERSION_CONFLICT'));
  same((await api.find(nameEn)).length, 1, 'diseases found by the API');
});
