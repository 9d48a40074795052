import { buyHour } from '../pages/checkout.ts';
import { imageManager, lightbox, pictureLoads } from '../pages/images.ts';
import { openDisease } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, test } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

journey(
  'images: large, by keyboard alone',
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t }) => {
    const { disease, treatment } = await api.treated();
    await api.image(treatment.id, 'First');
    await api.image(treatment.id, 'Second', { description: 'of two' });
    await openDisease(visitor, disease);
    const images = imageManager(visitor);
    const second = images.open('Second: of two');
    await second.focus();
    await page.keyboard.press('Enter');
    const position = (number: number) =>
      page.getByText(t('images:large.label', { number, total: 2 }));
    await shown(lightbox(page, 'Second').dialog, position(2));
    await pictureLoads(lightbox(page, 'Second').picture);
    expect(await lightbox(page, 'Second').picture.getAttribute('alt'), 'alt').toEqual(
      'Second: of two',
    );
    const inside = () =>
      page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
    expect(await inside(), 'focus inside').toEqual(true);

    await page.keyboard.press('ArrowRight');
    await shown(lightbox(page, 'First').dialog, position(1));
    await page.keyboard.press('ArrowLeft');
    await shown(lightbox(page, 'Second').dialog, position(2));
    for (let tab = 0; tab < 4; tab++) {
      await page.keyboard.press('Tab');
      // The elements at the edges of the focus trap move the focus back.
      await becomes(inside, true, 'focus stays inside');
    }
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await becomes(
      () => second.evaluate((it) => it === document.activeElement),
      true,
      'focus is back',
    );
  },
);

test('images: nothing for a visitor, everything but changing for a pass', async ({
  visitor,
  page,
  api,
  t,
  watch,
  context,
}) => {
  const { disease, treatment } = await api.treated();
  const { filename } = await api.image(treatment.id, 'Shoulder');
  watch.allow(401, '/api/');
  const ask = async (query: string) =>
    (await context.request.get(`/uploads/${filename}${query}`)).status();
  for (const query of ['', '?size=thumb', '?size=display'])
    expect(await ask(query), `a visitor asks for ${query || 'the image'}`).toEqual(401);
  await page.goto(`/app?disease=${disease.id}`);
  await shown(page.getByText(t('gate:title')));
  expect(await page.locator('img[src^="/uploads/"]').count(), 'images on the page').toEqual(0);

  await buyHour(visitor);
  await openDisease(visitor, disease);
  const images = imageManager(visitor);
  await pictureLoads(images.picture('Shoulder'));
  expect(await ask('?size=thumb'), 'the holder of a pass asks').toEqual(200);
  expect(await images.add.count(), 'upload buttons').toEqual(0);
  expect(await images.actions('Shoulder').count(), 'actions').toEqual(0);
  await images.open('Shoulder').click();
  await pictureLoads(lightbox(page, 'Shoulder').picture);

  const change = await context.request.delete(`/api/treatments/images/${treatment.id}`);
  expect(change.status(), 'the holder of a pass deletes').toEqual(403);
  const backups = await context.request.get('/api/backup/status');
  expect(backups.status(), 'the holder of a pass asks for the backups').toEqual(403);
});
