import type { AuditEntry } from '@ctdb/contracts';
import { becomes, shown } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';

journey(
  'audit trail: a change appears with before and after, and all is as it was written',
  { as: 'admin' },
  async ({ page, api, t }) => {
    const disease = await api.disease();
    const { nameEn, nameKn } = disease;
    const changed = { nameEn, nameKn, notes: 'Looked at again', category: 'Skin' };
    await api.call('PUT', `/api/diseases/${disease.id}`, changed);
    const query = '?kind=disease&actor=admin';
    // The change travels as an event.
    const arrived = async () => {
      const entries = await api.call<AuditEntry[]>('GET', `/api/audit${query}`);
      return entries.some((one) => one.action === 'updated' && one.objectId === disease.id);
    };
    await becomes(arrived, true, 'the change is in the audit trail');
    await page.goto(`/admin-audit${query}`);
    const updated = page
      .getByRole('listitem')
      .filter({ hasText: nameEn })
      .filter({ has: page.getByText(t('audit:action.updated'), { exact: true }) });
    await updated.locator('summary').click();
    await shown(
      updated.getByText('Looked at again'),
      updated.getByText(t('forms:diseaseField.notes')),
    );
    await page.getByRole('button', { name: t('audit:verify.action') }).click();
    await shown(page.getByText(t('audit:verify.right')));
  },
);
