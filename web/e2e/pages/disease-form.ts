import type { Visitor } from '../harness/visitor.ts';

/** The parts of the form that creates and edits a disease. */
export const diseaseForm = ({ page, t }: Pick<Visitor, 'page' | 't'>) => ({
  nameEn: page.getByRole('textbox', { name: t('registry:form.nameEn') }),
  nameKn: page.getByRole('textbox', { name: t('registry:form.nameKn') }),
  category: page.getByRole('combobox', { name: t('registry:form.category') }),
  notes: page.getByRole('textbox', { name: t('registry:form.notes') }),
  save: page.getByRole('button', { name: t('common:action.save'), exact: true }),
  conflict: page.getByRole('alert').filter({ hasText: t('registry:conflict.title') }),
});
