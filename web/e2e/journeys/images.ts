import {
  chooseAction,
  imageManager,
  lightbox,
  pictureLoads,
  uploadDialog,
} from '../pages/images.ts';
import { openDisease } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

journey(
  'images: one is uploaded, deleted, brought back',
  { as: 'admin' },
  async ({ visitor, page, api, t, watch }) => {
    watch.allow(404, '/api/treatments/disease/');
    const disease = await api.disease();
    await openDisease(visitor, disease);
    const images = imageManager(visitor);
    await images.add.click();
    const upload = uploadDialog(visitor);
    await upload.title.press('Enter');
    await toastSays(page, t('images:upload.missingBoth'));
    await upload.title.fill('Forearm');
    await upload.title.press('Enter');
    await toastSays(page, t('images:upload.missingFile'));
    expect(await upload.type.inputValue(), 'type at first').toEqual('treatment_area');
    await upload.description.fill('Before');
    await upload.type.selectOption('disease_photo');
    await upload.choose('arm.png');
    await upload.submit.click();
    await toastSays(page, t('images:upload.done'), 'Forearm');
    await gone(upload.dialog);
    const name = 'Forearm: Before';
    await pictureLoads(images.picture(name));
    await shown(images.section.getByText(t('images:type.disease_photo')));

    await chooseAction(visitor, 'Forearm', t('common:action.delete'));
    const question = page.getByRole('alertdialog', { name: t('images:delete.question') });
    await question.getByRole('button', { name: t('common:action.delete'), exact: true }).click();
    const toast = await holdToast(page, t('images:delete.done'), 'Forearm');
    await gone(images.open(name));
    expect((await api.detail(disease.id)).images, 'images that the API gives').toEqual([]);
    await toast.getByRole('button', { name: t('common:action.undo') }).click();
    await pictureLoads(images.picture(name));
  },
);

journey(
  'images: seen large by keyboard alone, by the holder of a pass, who changes none',
  { as: 'pass' },
  async ({ visitor, page, api, t }) => {
    const { disease, treatment } = await api.treated();
    await api.image(treatment.id, 'First');
    await api.image(treatment.id, 'Second', { description: 'of two' });

    await openDisease(visitor, disease);
    const images = imageManager(visitor);
    await pictureLoads(images.picture('First'));
    expect(await images.add.count(), 'upload buttons').toEqual(0);
    expect(await images.actions('First').count(), 'actions').toEqual(0);
    const second = images.open('Second: of two');
    await second.press('Enter');
    const position = (number: number) =>
      page.getByText(t('images:large.label', { number, total: 2 }));
    await shown(lightbox(page, 'Second').dialog, position(2));
    const { picture } = lightbox(page, 'Second');
    await pictureLoads(picture);
    expect(await picture.getAttribute('alt'), 'alt').toEqual('Second: of two');

    await page.keyboard.press('ArrowRight');
    await shown(lightbox(page, 'First').dialog, position(1));
    await page.keyboard.press('ArrowLeft');
    await shown(lightbox(page, 'Second').dialog, position(2));
    const isInside = () =>
      page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
    for (let tab = 0; tab < 4; tab++) {
      await page.keyboard.press('Tab');
      // The elements at the edges of the focus trap move the focus back.
      await becomes(isInside, true, 'focus stays inside');
    }
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await expect(second).toBeFocused();
  },
);
