import type { Visitor } from '../support/fixtures.ts';

/** The parts of the form that creates and edits a disease. */
export const diseaseForm = ({ page, t }: Pick<Visitor, 'page' | 't'>) => ({
  nameEn: page.getByRole('textbox', { name: t('forms:diseaseField.nameEn') }),
  nameKn: page.getByRole('textbox', { name: t('forms:diseaseField.nameKn') }),
  category: page.getByRole('combobox', { name: t('forms:diseaseField.category') }),
  notes: page.getByRole('textbox', { name: t('forms:diseaseField.notes') }),
  save: page.getByRole('button', { name: t('common:action.save'), exact: true }),
  conflict: page.getByRole('alert').filter({ hasText: t('forms:conflict.title') }),
});
