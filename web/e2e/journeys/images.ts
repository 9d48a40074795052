import { chooseAction, imageManager, pictureLoads, uploadDialog } from '../pages/images.ts';
import { openDisease } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

journey(
  'images: uploaded, seen, edited, deleted, brought back',
  admin,
  async ({ visitor, page, api, t, watch }) => {
    watch.allow(404, '/api/treatments/disease/');
    const disease = await api.disease();
    await openDisease(visitor, disease);
    const images = imageManager(visitor);
    await images.add.click();
    const upload = uploadDialog(visitor);
    await shown(upload.dialog);
    expect(await upload.type.inputValue(), 'type at first').toEqual('treatment_area');
    expect(await upload.submit.isDisabled(), 'the button without a file is off').toEqual(true);
    await upload.choose('arm.png');
    await upload.title.fill('Forearm');
    await upload.submit.click();
    await toastSays(page, t('images:upload.done'), 'Forearm');
    await gone(upload.dialog);
    // The upload of the first image has created a treatment.
    await shown(page.getByText('Treatment details will be added soon.'));
    await pictureLoads(images.picture('Forearm'));

    await chooseAction(visitor, 'Forearm', t('common:action.edit'));
    const edit = page.getByRole('dialog', { name: t('images:edit.title') });
    await edit.getByRole('textbox', { name: t('images:field.title') }).fill('Left forearm');
    await edit.getByRole('textbox', { name: t('images:field.description') }).fill('Before');
    await edit.getByRole('combobox').selectOption('disease_photo');
    await edit.getByRole('button', { name: t('common:action.save'), exact: true }).click();
    await toastSays(page, t('images:edit.done'));
    await gone(edit);
    await shown(
      images.open('Left forearm: Before'),
      images.section.getByText(t('images:type.disease_photo')),
    );

    await chooseAction(visitor, 'Left forearm', t('common:action.delete'));
    const question = page.getByRole('alertdialog', { name: t('images:delete.question') });
    await question.getByRole('button', { name: t('common:action.delete'), exact: true }).click();
    const toast = await holdToast(page, t('images:delete.done'), 'Left forearm');
    await gone(images.open('Left forearm: Before'));
    expect((await api.detail(disease.id)).images, 'images that the API gives').toEqual([]);
    await toast.getByRole('button', { name: t('common:action.undo') }).click();
    await pictureLoads(images.picture('Left forearm: Before'));
  },
);

journey(
  'images: a hostile file is refused, nothing typed is lost',
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t, watch }) => {
    watch.allow(415, '/api/treatments/images');
    const { disease } = await api.treated();
    await openDisease(visitor, disease);
    await imageManager(visitor).add.click();
    const upload = uploadDialog(visitor);
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await upload.choose('photo.png', Buffer.from(drawing));
    await upload.title.fill('Forearm');
    await upload.description.fill('Before the first session');
    await upload.type.selectOption('disease_photo');
    await upload.submit.click();
    await toastSays(page, t('images:upload.failed'), t('errors:IMAGE_NOT_SUPPORTED'));
    await shown(upload.dialog.getByRole('alert').getByText(t('errors:IMAGE_NOT_SUPPORTED')));
    expect(await upload.title.inputValue(), 'title').toEqual('Forearm');
    expect(await upload.description.inputValue(), 'description').toEqual(
      'Before the first session',
    );
    expect(await upload.type.inputValue(), 'type').toEqual('disease_photo');
    expect((await api.detail(disease.id)).images, 'images that the API gives').toEqual([]);

    await upload.choose('large.jpg', Buffer.alloc(10 * 1024 * 1024 + 1), 'image/jpeg');
    await shown(upload.dialog.getByText(t('errors:IMAGE_TOO_LARGE', { size: '10 MB' })));
    await upload.choose('photo.png');
    await upload.submit.click();
    await gone(upload.dialog);
    await pictureLoads(imageManager(visitor).picture('Forearm: Before the first session'));
  },
);

journey('images: the words of the specification', admin, async ({ visitor, page, api }) => {
  const { disease, treatment } = await api.treated();
  await openDisease(visitor, disease);
  const images = imageManager(visitor);
  const upload = uploadDialog(visitor);
  await images.add.click();
  await upload.title.press('Enter');
  await toastSays(page, 'Please select a file and enter a title');
  await page.keyboard.press('Escape');
  await gone(upload.dialog);

  await api.image(treatment.id, 'Elbow');
  await page.reload();
  await shown(images.open('Elbow'));
  await images.add.click();
  await upload.title.fill('A title');
  await upload.title.press('Enter');
  const toast = await toastSays(page, 'Please select a file');
  expect(!(await toast.innerText()).includes('title'), 'the manager asks for the file alone').toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await gone(upload.dialog);

  await chooseAction(visitor, 'Elbow', 'Edit');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await toastSays(page, 'Image updated successfully');
  await chooseAction(visitor, 'Elbow', 'Delete');
  await shown(page.getByText('Are you sure you want to delete this image?'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toastSays(page, 'Image deleted successfully');
});

journey(
  'images: dropped on the page, the file is in the dialog',
  admin,
  async ({ visitor, page, api, t }) => {
    const { disease } = await api.treated();
    await openDisease(visitor, disease);
    // Held on to: while a file is above it, it has another name.
    const section = await imageManager(visitor).section.elementHandle();
    const dataTransfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(9)], 'dropped.webp', { type: 'image/webp' }));
      return data;
    });
    await section?.dispatchEvent('dragover', { dataTransfer });
    await shown(page.getByRole('region', { name: t('images:dropHere') }));
    await section?.dispatchEvent('drop', { dataTransfer });
    const upload = uploadDialog(visitor);
    await shown(upload.dialog.getByText('dropped.webp'));
    await becomes(() => upload.submit.isEnabled(), true, 'the button with a file is on');
  },
);

journey(
  'images: restored from the trash, and from the backup',
  admin,
  async ({ visitor, page, api, t }) => {
    const { disease, treatment } = await api.treated();
    const title = `${disease.nameEn} elbow`;
    const image = await api.image(treatment.id, title);
    await api.call('DELETE', `/api/treatments/images/${image.id}`);
    await page.goto('/admin-audit?tab=trash');
    await page.getByRole('button', { name: t('trash:restoreNamed', { name: title }) }).click();
    await toastSays(page, t('trash:restored'));
    await openDisease(visitor, disease);
    await pictureLoads(imageManager(visitor).picture(title));

    await chooseAction(visitor, title, t('images:backup.restore'));
    await toastSays(page, t('images:backup.done'), title);
    await pictureLoads(imageManager(visitor).picture(title));
  },
);
