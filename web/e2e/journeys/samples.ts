import type { SamplesState } from '@ctdb/contracts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

journey(
  'samples: moved to the trash, and brought back',
  { as: 'admin', tag: '@serial' },
  async ({ page, api, t }) => {
    const read = () => api.call<SamplesState>('GET', '/api/samples/state');
    await api.call('POST', '/api/samples/restore');
    const before = await read();
    expect(before.diseases > 0, 'sample diseases').toBe(true);
    await page.goto('/admin-operations');
    const card = page.getByRole('region', { name: t('operations:samples.title'), exact: true });
    const remove = card.getByRole('button', { name: t('operations:samples.remove') });
    try {
      await remove.click();
      const question = page.getByRole('alertdialog', { name: t('operations:samples.question') });
      await question.getByRole('button', { name: t('operations:samples.remove') }).click();
      const toast = await holdToast(page, t('operations:samples.removed'));
      await becomes(async () => (await read()).entries, 0, 'entries that are left');
      expect((await read()).inTrash > 0, 'records in the trash').toBe(true);
      await toast.getByRole('button', { name: t('common:action.undo') }).click();
      await toastSays(page, t('operations:samples.restored'));
      await shown(remove);
      await gone(card.getByRole('button', { name: t('operations:samples.restore') }));
      expect(await read(), 'samples afterwards').toEqual(before);
    } finally {
      await api.call('POST', '/api/samples/restore');
    }
  },
);
