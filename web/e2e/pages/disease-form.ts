import type { Visitor } from '../support/fixtures.ts';

/** The parts of the form that creates and edits a disease. */
export const diseaseForm = ({ page, t }: Pick<Visitor, 'page' | 't'>) => ({
  nameEn: page.getByRole('textbox', { name: t('forms:form.nameEn') }),
  nameKn: page.getByRole('textbox', { name: t('forms:form.nameKn') }),
  category: page.getByRole('combobox', { name: t('forms:form.category') }),
  notes: page.getByRole('textbox', { name: t('forms:form.notes') }),
  save: page.getByRole('button', { name: t('common:action.save'), exact: true }),
  conflict: page.getByRole('alert').filter({ hasText: t('forms:conflict.title') }),
});
