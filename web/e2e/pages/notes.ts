import type { Visitor } from '../support/fixtures.ts';

/** The form for a new note, in the notes tab of a disease. */
export const noteForm = ({ page, t }: Pick<Visitor, 'page' | 't'>) => ({
  add: page.getByRole('button', { name: t('entries:note.add') }),
  content: page.getByRole('textbox', { name: t('entries:note.content') }),
  save: page.getByRole('button', { name: t('entries:note.save') }),
});
