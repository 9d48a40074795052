import type { Locator, Page } from '@playwright/test';
import { becomes, shown } from '../support/expect.ts';
import type { Visitor } from '../support/fixtures.ts';
import { png } from '../support/test-data.ts';

type View = Pick<Visitor, 'page' | 't'>;

/** The images of a disease, in its Treatment tab. */
export const imageManager = ({ page, t }: View) => {
  const section = page.getByRole('region', { name: t('images:title'), exact: true });
  const open = (words: string): Locator =>
    section.getByRole('button', { name: t('images:open', { name: words }), exact: true });
  return {
    section,
    add: section.getByRole('button', { name: t('images:add') }),
    /** The button that shows an image large; `words` are its title, and its description if any. */
    open,
    picture: (words: string): Locator => open(words).locator('img'),
    actions: (title: string): Locator =>
      section.getByRole('button', { name: t('images:actions', { name: title }), exact: true }),
  };
};

/** The dialog that uploads an image. */
export const uploadDialog = ({ page, t }: View) => {
  const dialog = page.getByRole('dialog', { name: t('images:upload.title') });
  return {
    dialog,
    title: dialog.getByRole('textbox', { name: t('images:field.title') }),
    description: dialog.getByRole('textbox', { name: t('images:field.description') }),
    type: dialog.getByRole('combobox', { name: t('images:typeLabel') }),
    submit: dialog.getByRole('button', { name: t('images:upload.submit'), exact: true }),
    choose: (name: string, buffer: Buffer = png(), mimeType = 'image/png'): Promise<void> =>
      dialog.getByTestId('image-file').setInputFiles({ name, buffer, mimeType }),
  };
};

/** Opens what can be done with an image and chooses from it. */
export const chooseAction = async (view: View, title: string, action: string): Promise<void> => {
  await imageManager(view).actions(title).click();
  await view.page.getByRole('menuitem', { name: action, exact: true }).click();
};

/** Waits until the bytes of an image are there and could be read. */
export const pictureLoads = async (picture: Locator): Promise<void> => {
  await picture.scrollIntoViewIfNeeded();
  await becomes(
    () => picture.evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth > 0),
    true,
    'the image is loaded',
  );
};

/** The image that is shown large. */
export const lightbox = (page: Page, title: string) => {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  return { dialog, picture: dialog.locator('img'), shown: () => shown(dialog) };
};
