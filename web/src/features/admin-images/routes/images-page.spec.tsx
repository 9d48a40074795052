import { it } from 'vitest';
import ImagesPage from '@/features/admin-images/routes/images-page';
import { adminApi, click, json, mockApi, part, problemReply, renderApp, see } from '@/testing';
import { seeIn, unseen } from '@/testing';

const check = (more = {}) => ({
  id: '1'.repeat(24),
  status: 'completed',
  startedAt: '2026-11-20T21:30:00.000Z',
  checked: 24,
  repaired: 2,
  unrepairable: [],
  ...more,
});
const unrepairable = [
  { imageId: '2'.repeat(24), title: 'Forearm', reason: 'noRightCopy' },
  { imageId: '3'.repeat(24), title: 'Shoulder', reason: 'unreadable' },
];
const INTACT = 'All images and their backups are intact.';

const never = () => problemReply(500, 'INTERNAL_ERROR');
const open = async (last: () => object | undefined, fix: () => Response = never) => {
  mockApi({
    ...adminApi,
    'GET /api/admin/image-health': () => json({ last: last() }),
    'POST /api/admin/fix-images': fix,
  });
  await renderApp(<ImagesPage />, { path: '/admin-images' });
};

it('the health of images names what cannot be repaired, and what should be checked again', async () => {
  const result = check({ unrepairable });
  const fix = () => json({ ...result, message: '24 checked' });
  await open(() => result, fix);
  const lost = await part('region', 'Images with no intact copy');
  await seeIn(lost, 'Forearm', 'No intact copy is left');
  await seeIn(await part('region', 'Images that could not be fully checked'), 'Shoulder');
  unseen(INTACT);
  await click('Fix All Images');
  await see('Not every image could be repaired');
  unseen('Images Fixed!');
});

it('the health of images is repaired, with the message of the server', async () => {
  let last: object | undefined;
  const fix = () => json({ ...(last = check()), message: '24 checked, 2 repaired' });
  await open(() => last, fix);
  await see('No check has been run yet');
  await click('Fix All Images');
  await see('Images Fixed!', '24 checked, 2 repaired', INTACT);
});

it('the health of images polls a check that continues after the reply', async () => {
  let asked = 0;
  await open(
    () => (asked++ === 0 ? undefined : check({ status: asked < 4 ? 'running' : 'completed' })),
    () => json({ ...check({ status: 'running' }), message: 'It goes on.' }, { status: 202 }),
  );
  await click('Fix All Images');
  await see(/The check is still running/);
  unseen('Images Fixed!');
  await see('Images Fixed!');
});

it('the health of images shows that the repair failed', async () => {
  await open(() => check());
  await click('Fix All Images');
  await see('Failed to fix images');
});
