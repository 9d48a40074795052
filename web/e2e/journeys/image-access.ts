import { becomes, gone, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { buyHour } from '../pages/checkout.ts';
import { imageManager, lightbox, pictureLoads } from '../pages/images.ts';
import { openDisease } from '../pages/registry.ts';

const admin = { as: 'admin' } as const;

inBothLanguages('images: large, by keyboard alone', admin, async (stage) => {
  const { page, api, t } = stage;
  const { disease, treatment } = await api.treated();
  await api.image(treatment.id, 'First');
  await api.image(treatment.id, 'Second', { description: 'of two' });
  await openDisease(stage, disease);
  const images = imageManager(stage);
  const second = images.open('Second: of two');
  await second.focus();
  await page.keyboard.press('Enter');
  const position = (number: number) =>
    page.getByText(t('images:large.label', { number, total: 2 }));
  await shown(lightbox(page, 'Second').dialog, position(2));
  await pictureLoads(lightbox(page, 'Second').picture);
  same(await lightbox(page, 'Second').picture.getAttribute('alt'), 'Second: of two', 'alt');
  const inside = () =>
    page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  same(await inside(), true, 'focus inside');

  await page.keyboard.press('ArrowRight');
  await shown(lightbox(page, 'First').dialog, position(1));
  await page.keyboard.press('ArrowLeft');
  await shown(lightbox(page, 'Second').dialog, position(2));
  for (let tab = 0; tab < 4; tab++) {
    await page.keyboard.press('Tab');
    // The trap's own edges lead back at once.
    await becomes(inside, true, 'focus stays inside');
  }
  await page.keyboard.press('Escape');
  await gone(page.getByRole('dialog'));
  await becomes(
    () => second.evaluate((it) => it === document.activeElement),
    true,
    'focus is back',
  );
});

test('images: nothing for a visitor, everything but changing for a pass', {}, async (stage) => {
  const { page, api, t, watch, context } = stage;
  const { disease, treatment } = await api.treated();
  const { filename } = await api.image(treatment.id, 'Shoulder');
  watch.allow(401, '/api/');
  const ask = async (query: string) =>
    (await context.request.get(`/uploads/${filename}${query}`)).status();
  for (const query of ['', '?size=thumb', '?size=display'])
    same(await ask(query), 401, `a visitor asks for ${query || 'the image'}`);
  await page.goto(`/app?disease=${disease.id}`);
  await shown(page.getByText(t('gate:title')));
  same(await page.locator('img[src^="/uploads/"]').count(), 0, 'images on the page');

  await buyHour(stage);
  await openDisease(stage, disease);
  const images = imageManager(stage);
  await pictureLoads(images.picture('Shoulder'));
  same(await ask('?size=thumb'), 200, 'the holder of a pass asks');
  same(await images.add.count(), 0, 'upload buttons');
  same(await images.actions('Shoulder').count(), 0, 'actions');
  await images.open('Shoulder').click();
  await pictureLoads(lightbox(page, 'Shoulder').picture);

  const change = await context.request.delete(`/api/treatments/images/${treatment.id}`);
  same(change.status(), 403, 'the holder of a pass deletes');
  const backups = await context.request.get('/api/backup/status');
  same(backups.status(), 403, 'the holder of a pass asks for the backups');
});
