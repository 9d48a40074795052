import { openDisease, registry } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

const askToDelete = async ({ page, t }: Visitor): Promise<void> => {
  await page
    .getByRole('article')
    .getByRole('button', { name: t('common:action.delete') })
    .first()
    .click();
  await shown(page.getByRole('alertdialog', { name: t('forms:delete.question') }));
};

const confirm = ({ page, t }: Visitor): Promise<void> =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common:action.delete'), exact: true })
    .click();

journey(
  'delete: asks first, and can be undone',
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t, language }) => {
    const { disease } = await api.treated();
    const { row, detail, search } = registry(visitor);
    await page.goto(`/app?search=${encodeURIComponent(disease.nameEn)}`);
    await shown(detail(disease.nameEn));

    await askToDelete(visitor);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('common:action.cancel') })
      .click();
    await gone(page.getByRole('alertdialog'));
    await shown(row(disease.nameEn));

    await askToDelete(visitor);
    await confirm(visitor);
    const toast = await holdToast(
      page,
      t('forms:delete.done'),
      language === 'kn' ? disease.nameKn : disease.nameEn,
    );
    await gone(row(disease.nameEn));
    await gone(detail(disease.nameEn));
    expect(await search.inputValue(), 'search after deleting').toEqual(disease.nameEn);
    expect((await api.find(disease.nameEn)).length, 'diseases found by the API').toEqual(0);

    await toast.getByRole('button', { name: t('common:action.undo') }).click();
    await shown(
      row(disease.nameEn),
      detail(disease.nameEn).getByText('Green light in a quiet room.'),
    );
    expect((await api.find(disease.nameEn)).length, 'diseases found by the API').toEqual(1);
  },
);

journey(
  'delete: restored from the trash later',
  admin,
  async ({ visitor, page, api, t, language }) => {
    const { disease } = await api.treated();
    await openDisease(visitor, disease);
    await askToDelete(visitor);
    await confirm(visitor);
    await toastSays(page, t('forms:delete.done'));

    await page.goto('/admin-audit?tab=trash');
    await shown(page.getByRole('tabpanel', { name: t('ops:auditScreen.trash'), exact: true }));
    const name = language === 'kn' ? disease.nameKn : disease.nameEn;
    const entry = page.getByRole('listitem').filter({ hasText: name });
    await entry.getByRole('button', { name: t('trash:restoreNamed', { name }) }).click();
    await toastSays(page, t('trash:restored'));
    await becomes(() => entry.count(), 0, 'entries of the trash');
    await openDisease(visitor, disease);
    await shown(page.getByText('Green light in a quiet room.'));
  },
);

journey(
  'delete: the question of the specification, Escape leaves it',
  admin,
  async ({ visitor, page, api }) => {
    const { disease } = await api.treated();
    await openDisease(visitor, disease);
    await askToDelete(visitor);
    await shown(page.getByText('Are you sure you want to delete this disease?'));
    await page.keyboard.press('Escape');
    await gone(page.getByRole('alertdialog'));
    expect((await api.find(disease.nameEn)).length, 'diseases found by the API').toEqual(1);
  },
);

journey(
  'delete: after a change by another person, once that is read',
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t, watch }) => {
    watch.allow(412, '/api/diseases/');
    const { disease } = await api.treated();
    await openDisease(visitor, disease);
    const { nameEn, category, notes } = disease;
    const changed = { nameEn, category, notes, nameKn: 'ಬೇರೆ' };
    await api.call('PUT', `/api/diseases/${disease.id}`, changed);
    await askToDelete(visitor);
    await confirm(visitor);
    const notice = page.getByRole('alertdialog').getByRole('alert');
    await shown(notice.getByText(t('forms:delete.changed')), notice.getByText('ಬೇರೆ'));
    expect((await api.find(nameEn)).length, 'diseases found by the API').toEqual(1);
    await confirm(visitor);
    await toastSays(page, t('forms:delete.done'));
    expect((await api.find(nameEn)).length, 'diseases found by the API').toEqual(0);
  },
);
