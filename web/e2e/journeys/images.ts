import { becomes, gone, holds, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { chooseAction, imageManager, pictureLoads, uploadDialog } from '../pages/images.ts';
import { openDisease } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';

const admin = { as: 'admin' } as const;

inBothLanguages('images: uploaded, seen, edited, deleted, brought back', admin, async (stage) => {
  const { page, api, t, watch } = stage;
  watch.allow(404, '/api/treatments/disease/');
  const disease = await api.disease();
  await openDisease(stage, disease);
  const images = imageManager(stage);
  await images.add.click();
  const upload = uploadDialog(stage);
  await shown(upload.dialog);
  same(await upload.type.inputValue(), 'treatment_area', 'type at first');
  same(await upload.submit.isDisabled(), true, 'the button without a file is off');
  await upload.choose('arm.png');
  await upload.title.fill('Forearm');
  await upload.submit.click();
  await toastSays(page, t('images:upload.done'), 'Forearm');
  await gone(upload.dialog);
  // The first image has brought a treatment along.
  await shown(page.getByText('Treatment details will be added soon.'));
  await pictureLoads(images.picture('Forearm'));

  await chooseAction(stage, 'Forearm', t('common:action.edit'));
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

  await chooseAction(stage, 'Left forearm', t('common:action.delete'));
  const question = page.getByRole('alertdialog', { name: t('images:delete.question') });
  await question.getByRole('button', { name: t('common:action.delete'), exact: true }).click();
  const toast = await toastSays(page, t('images:delete.done'), 'Left forearm');
  await gone(images.open('Left forearm: Before'));
  same((await api.detail(disease.id)).images, [], 'images that the API gives');
  await toast.getByRole('button', { name: t('common:action.undo') }).click();
  await pictureLoads(images.picture('Left forearm: Before'));
});

inBothLanguages(
  'images: a hostile file is refused, nothing typed is lost',
  admin,
  async (stage) => {
    const { page, api, t, watch } = stage;
    watch.allow(415, '/api/treatments/images');
    const { disease } = await api.treated();
    await openDisease(stage, disease);
    await imageManager(stage).add.click();
    const upload = uploadDialog(stage);
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await upload.choose('photo.png', Buffer.from(drawing));
    await upload.title.fill('Forearm');
    await upload.description.fill('Before the first session');
    await upload.type.selectOption('disease_photo');
    await upload.submit.click();
    await toastSays(page, t('images:upload.failed'), t('images:error.IMAGE_NOT_SUPPORTED'));
    await shown(upload.dialog.getByRole('alert').getByText(t('images:error.IMAGE_NOT_SUPPORTED')));
    same(await upload.title.inputValue(), 'Forearm', 'title');
    same(await upload.description.inputValue(), 'Before the first session', 'description');
    same(await upload.type.inputValue(), 'disease_photo', 'type');
    same((await api.detail(disease.id)).images, [], 'images that the API gives');

    await upload.choose('large.jpg', Buffer.alloc(10 * 1024 * 1024 + 1), 'image/jpeg');
    await shown(upload.dialog.getByText(t('images:error.IMAGE_TOO_LARGE', { size: '10 MB' })));
    await upload.choose('photo.png');
    await upload.submit.click();
    await gone(upload.dialog);
    await pictureLoads(imageManager(stage).picture('Forearm: Before the first session'));
  },
);

test('images: the words of the specification', admin, async (stage) => {
  const { page, api } = stage;
  const { disease, treatment } = await api.treated();
  await openDisease(stage, disease);
  const images = imageManager(stage);
  const upload = uploadDialog(stage);
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
  holds(!(await toast.innerText()).includes('title'), 'the manager asks for the file alone');
  await page.keyboard.press('Escape');
  await gone(upload.dialog);

  await chooseAction(stage, 'Elbow', 'Edit');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await toastSays(page, 'Image updated successfully');
  await chooseAction(stage, 'Elbow', 'Delete');
  await shown(page.getByText('Are you sure you want to delete this image?'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toastSays(page, 'Image deleted successfully');
});

test('images: dropped on the page, the file is in the dialog', admin, async (stage) => {
  const { page, api, t } = stage;
  const { disease } = await api.treated();
  await openDisease(stage, disease);
  // Held on to: while a file is above it, it has another name.
  const section = await imageManager(stage).section.elementHandle();
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(9)], 'dropped.webp', { type: 'image/webp' }));
    return data;
  });
  await section?.dispatchEvent('dragover', { dataTransfer });
  await shown(page.getByRole('region', { name: t('images:dropHere') }));
  await section?.dispatchEvent('drop', { dataTransfer });
  const upload = uploadDialog(stage);
  await shown(upload.dialog.getByText('dropped.webp'));
  await becomes(() => upload.submit.isEnabled(), true, 'the button with a file is on');
});

inBothLanguages('images: restored from the trash, and from the backup', admin, async (stage) => {
  const { page, api, t } = stage;
  const { disease, treatment } = await api.treated();
  const title = `${disease.nameEn} elbow`;
  const image = await api.image(treatment.id, title);
  await api.call('DELETE', `/api/treatments/images/${image.id}`);
  await page.goto('/admin-audit?tab=trash');
  await page.getByRole('button', { name: t('trash:restoreNamed', { name: title }) }).click();
  await toastSays(page, t('trash:restored'));
  await openDisease(stage, disease);
  await pictureLoads(imageManager(stage).picture(title));

  await chooseAction(stage, title, t('images:backup.restore'));
  await toastSays(page, t('images:backup.done'), title);
  await pictureLoads(imageManager(stage).picture(title));
});
