import type { Disease } from '@ctdb/contracts';
import { gone, same, shown } from '../harness/checks.ts';
import { inBothLanguages, type Stage } from '../harness/collection.ts';
import { diseaseForm } from '../pages/disease-form.ts';
import { toastSays } from '../pages/toast.ts';

const admin = { as: 'admin' } as const;

/** Two people have the same form open; the second visitor saves first. */
const conflict = async (stage: Stage): Promise<Disease> => {
  const { page, api, watch } = stage;
  watch.allow(412, '/api/diseases/');
  watch.allow(404, '/api/treatments/disease/');
  const disease = await api.disease();
  const form = diseaseForm(stage);
  await page.goto(`/app/add-disease?edit=${disease.id}`);
  await form.nameKn.fill('ನನ್ನ ಹೆಸರು');

  const other = await stage.another({ as: 'admin' });
  other.watch.allow(404, '/api/treatments/disease/');
  const otherForm = diseaseForm(other);
  await other.page.goto(`/app/add-disease?edit=${disease.id}`);
  await otherForm.nameKn.fill('ಇತರರ ಹೆಸರು');
  await otherForm.save.click();
  await other.page.waitForURL((url) => url.pathname === '/app');

  await form.save.click();
  await shown(form.conflict.getByText('ಇತರರ ಹೆಸರು'));
  same(await form.nameKn.inputValue(), 'ನನ್ನ ಹೆಸರು', 'what was typed');
  return disease;
};

inBothLanguages('conflict: my text overwrites the other', admin, async (stage) => {
  const { page, api, t } = stage;
  const disease = await conflict(stage);
  const { conflict: notice } = diseaseForm(stage);
  await notice.getByRole('button', { name: t('forms:conflict.overwrite') }).click();
  await page.waitForURL((url) => url.pathname === '/app');
  await toastSays(page, t('forms:form.updated'));
  same((await api.find(disease.nameEn))[0]?.nameKn, 'ನನ್ನ ಹೆಸರು', 'what is stored');
});

inBothLanguages('conflict: the other text is taken', admin, async (stage) => {
  const { page, api, t } = stage;
  const disease = await conflict(stage);
  const form = diseaseForm(stage);
  await form.conflict.getByRole('button', { name: t('forms:conflict.takeTheirs') }).click();
  await gone(form.conflict);
  same(await form.nameKn.inputValue(), 'ಇತರರ ಹೆಸರು', 'name in the form');
  await form.nameKn.fill('ಇಬ್ಬರ ಹೆಸರು');
  await form.save.click();
  await page.waitForURL((url) => url.pathname === '/app');
  same((await api.find(disease.nameEn))[0]?.nameKn, 'ಇಬ್ಬರ ಹೆಸರು', 'what is stored');
});
