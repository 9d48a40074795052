import { expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { bodies, button, click, fill, part, renderPage, seeIn, unseen, user } from '@/testing';
import { json, noContent, problemReply, type Replies } from '@/testing/mock-api';
import { ACCESS_CODE } from '@/testing/payments';
import { recordSavedFiles } from '@/testing/saved-files';
import { PlannedErasure, PracticeData } from './practice-data';

const open = (replies: Replies) =>
  renderPage(
    replies,
    <>
      <PlannedErasure />
      <PracticeData />
    </>,
  );

it('all data is saved by an access code', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="entries.csv"' };
  const found = [
    problemReply(404, 'NOT_FOUND', { kind: 'accessCode' }),
    problemReply(400, 'ADDRESS_REQUIRED'),
    new Response('kind\n', { headers }),
  ];
  const files = recordSavedFiles();
  const requests = await open({
    'GET /api/access/erasure': () => json({}),
    'POST /api/access/export': () => found.shift() ?? problemReply(404, 'NOT_FOUND'),
  });
  await click('Save your entries as CSV');
  const dialog = await part('dialog', 'Your entries as a CSV file');
  const save = () => user.click(dialog.getByRole('button', { name: 'Save your entries as CSV' }));
  await seeIn(dialog, /with the names of patients/);
  await save();
  expect(document.activeElement).toBe(dialog.getByLabelText('Access code'));
  await user.type(dialog.getByLabelText('Access code'), ACCESS_CODE);
  await save();
  await seeIn(dialog, /^No purchase in this browser has this access code/);
  await save();
  await user.type(await dialog.findByLabelText('Email address of the order'), 'buyer@example.com');
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(files.map(({ name }) => name)).toEqual(['entries.csv']);
  expect(bodies(requests).at(-1)).toEqual({ accessCode: ACCESS_CODE, email: 'buyer@example.com' });
});

it('all data is erased on a day, until which it can be taken back', async () => {
  let eraseAt: string | undefined;
  const files = recordSavedFiles();
  const requests = await open({
    'GET /api/access/erasure': () =>
      json(eraseAt ? { eraseAt, backupsUntil: '2027-01-10T10:00:00.000Z' } : {}),
    'POST /api/access/export': () => new Response('kind\n'),
    'POST /api/access/erasure': () =>
      json({ eraseAt: (eraseAt = '2026-12-25T10:00:00.000Z') }, { status: 202 }),
    'DELETE /api/access/erasure': () => {
      eraseAt = undefined;
      return noContent();
    },
  });
  await click('Erase all data');
  const dialog = await part('dialog', 'Erase all your data?');
  await fill('Access code', ACCESS_CODE);
  await click('Save your entries as CSV first');
  await waitFor(() => expect(files).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Erase all data' }));
  const takeBack = await button('Take it back');
  await seeIn(within(takeBack.parentElement as HTMLElement), /will be erased on 25 December 2026/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Erase all data' })).toBeNull());
  await user.click(takeBack);
  expect(await button('Erase all data')).toBeTruthy();
  unseen('Take it back');
  expect(bodies(requests)).toEqual([{ accessCode: ACCESS_CODE }, { accessCode: ACCESS_CODE }]);
});
