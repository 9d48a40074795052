import { becomes } from '../support/expect.ts';
import type { Visitor } from '../support/fixtures.ts';

/** The form for a new note, in the notes tab of a disease. */
export const noteForm = ({ page, t }: Pick<Visitor, 'page' | 't'>) => ({
  add: page.getByRole('button', { name: t('entries:note.add') }),
  content: page.getByRole('textbox', { name: t('entries:note.content') }),
  save: page.getByRole('button', { name: t('entries:note.save') }),
});

/** Begins a note and leaves it unsaved. */
export const beginNote = async (visitor: Visitor, text: string): Promise<void> => {
  const form = noteForm(visitor);
  await form.add.click();
  await form.content.fill(text);
};

/** Waits until the form holds this text. */
export const noteHolds = (visitor: Visitor, text: string): Promise<void> =>
  becomes(() => noteForm(visitor).content.inputValue(), text, 'the draft');
