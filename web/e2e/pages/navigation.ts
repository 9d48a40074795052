import type { Locator } from '@playwright/test';
import type { Visitor } from '../support/fixtures.ts';

/** The list of all sections: at the side of a wide screen, or opened by the bar of a narrow one. */
export const sections = ({ page, t }: Pick<Visitor, 'page' | 't'>) => {
  const list = page.getByRole('navigation', { name: t('shell:label'), exact: true });
  return {
    list,
    /** A link may also name how many things wait. */
    link: (name: string): Locator =>
      list.getByRole('link', { name: new RegExp(`^${name}( ?:|$)`) }),
    more: page.getByRole('button', { name: t('shell:more'), exact: true }),
    /** The links to the other pages of the section that is shown. */
    pages: page.getByRole('navigation', { name: t('shell:tabs') }).getByRole('link'),
  };
};
