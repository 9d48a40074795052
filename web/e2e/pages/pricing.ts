import type { Visitor } from '../support/fixtures.ts';

/** The parts of the screen where prices are set. */
export const pricing = ({ page, t }: Pick<Visitor, 'page' | 't'>) => {
  const form = page.getByRole('form', { name: t('billing:pricing.change') });
  return {
    form,
    usd: form.getByRole('textbox', { name: t('billing:pricing.usdField') }),
    inr: form.getByRole('textbox', { name: t('billing:pricing.inrField') }),
    save: form.getByRole('button', { name: t('common:action.save'), exact: true }),
    cards: page.getByRole('region', { name: t('billing:pricing.current') }),
    changes: page.getByRole('region', { name: t('billing:pricing.changes') }).getByRole('listitem'),
  };
};
