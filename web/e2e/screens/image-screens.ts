import { chooseAction, imageManager, lightbox, uploadDialog } from '../pages/images.ts';
import { button, ofDisease, press, type Screen, type View } from './screen.ts';

/** What the sample data calls the image of {@link Samples.full}. */
const titles = { en: 'Asthma', kn: 'ಅಸ್ತಮಾ' };
const words = { en: 'Asthma: Chest', kn: 'ಅಸ್ತಮಾ: ಎದೆ' };

const openUpload = (view: View) => press(view, view.t('images:add'));

/** Screens of images and backups. */
export const imageScreens: readonly Screen[] = [
  {
    name: 'backups',
    path: '/admin-backup',
    ready: (view) => button(view, view.t('backup:full.action')),
  },
  {
    name: 'backup run',
    path: '/admin-backup',
    then: (view) => press(view, view.t('backup:logs.details')),
    ready: ({ page, t }) => page.getByRole('dialog').getByText(t('backup:run.place')),
  },
  {
    name: 'image health',
    path: '/admin-images',
    ready: (view) => button(view, view.t('imageHealth:action')),
  },
  {
    name: 'image upload',
    path: ofDisease(''),
    then: openUpload,
    ready: ({ page }) => page.getByRole('dialog'),
  },
  {
    name: 'image upload with faults',
    path: ofDisease(''),
    then: async (view) => {
      await openUpload(view);
      await uploadDialog(view).title.press('Enter');
    },
    ready: (view) => uploadDialog(view).dialog.getByText(view.t('images:upload.missingFile')),
  },
  {
    name: 'image edit',
    path: ofDisease(''),
    then: (view) => chooseAction(view, titles[view.language], view.t('common:action.edit')),
    ready: ({ page, t }) => page.getByRole('dialog', { name: t('images:edit.title') }),
  },
  {
    name: 'image large',
    path: ofDisease(''),
    then: (view) => imageManager(view).open(words[view.language]).click(),
    ready: ({ page, language }) => lightbox(page, titles[language]).picture,
  },
];
