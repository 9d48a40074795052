import type { Disease } from '@ctdb/contracts';
import { diseaseForm } from '../pages/disease-form.ts';
import { toastSays } from '../pages/toast.ts';
import type { Api } from '../support/api.ts';
import { gone, shown } from '../support/expect.ts';
import { expect, type Fixtures, journey, type Visitor } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

/** Two people have the same form open; the second visitor saves first. */
const conflict = async (
  visitor: Visitor,
  api: Api,
  openVisitor: Fixtures['openVisitor'],
): Promise<Disease> => {
  const { page, watch } = visitor;
  watch.allow(412, '/api/diseases/');
  watch.allow(404, '/api/treatments/disease/');
  const disease = await api.disease();
  const form = diseaseForm(visitor);
  await page.goto(`/app/add-disease?edit=${disease.id}`);
  await form.nameKn.fill('ನನ್ನ ಹೆಸರು');

  const other = await openVisitor({ as: 'admin' });
  other.watch.allow(404, '/api/treatments/disease/');
  const otherForm = diseaseForm(other);
  await other.page.goto(`/app/add-disease?edit=${disease.id}`);
  await otherForm.nameKn.fill('ಇತರರ ಹೆಸರು');
  await otherForm.save.click();
  await other.page.waitForURL((url) => url.pathname === '/app');

  await form.save.click();
  await shown(form.conflict.getByText('ಇತರರ ಹೆಸರು'));
  expect(await form.nameKn.inputValue(), 'what was typed').toEqual('ನನ್ನ ಹೆಸರು');
  return disease;
};

journey(
  'conflict: my text overwrites the other',
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t, openVisitor }) => {
    const disease = await conflict(visitor, api, openVisitor);
    const { conflict: notice } = diseaseForm(visitor);
    await notice.getByRole('button', { name: t('forms:conflict.overwrite') }).click();
    await page.waitForURL((url) => url.pathname === '/app');
    await toastSays(page, t('forms:form.updated'));
    expect((await api.find(disease.nameEn))[0]?.nameKn, 'what is stored').toEqual('ನನ್ನ ಹೆಸರು');
  },
);

journey(
  'conflict: the other text is taken',
  admin,
  async ({ visitor, page, api, t, openVisitor }) => {
    const disease = await conflict(visitor, api, openVisitor);
    const form = diseaseForm(visitor);
    await form.conflict.getByRole('button', { name: t('forms:conflict.discardMine') }).click();
    await gone(form.conflict);
    expect(await form.nameKn.inputValue(), 'name in the form').toEqual('ಇತರರ ಹೆಸರು');
    await form.nameKn.fill('ಇಬ್ಬರ ಹೆಸರು');
    await form.save.click();
    await page.waitForURL((url) => url.pathname === '/app');
    expect((await api.find(disease.nameEn))[0]?.nameKn, 'what is stored').toEqual('ಇಬ್ಬರ ಹೆಸರು');
  },
);
