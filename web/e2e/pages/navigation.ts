import type { Locator } from '@playwright/test';
import type { Visitor } from '../support/fixtures.ts';

type View = Pick<Visitor, 'page' | 't'>;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The list of all sections: at the side of a wide screen, or opened by the bar of a narrow one. */
export const sections = ({ page, t }: View) => {
  const list = page.getByRole('navigation', { name: t('shell:label'), exact: true });
  return {
    list,
    /** A link may also name how many things wait. */
    link: (name: string): Locator =>
      list.getByRole('link', { name: new RegExp(`^${escapeRegExp(name)}( ?:|$)`) }),
    more: page.getByRole('button', { name: t('shell:more'), exact: true }),
  };
};

/** The links to the other pages of the section that is shown. */
export const sectionPages = ({ page, t }: View): Locator =>
  page.getByRole('navigation', { name: t('shell:tabs') }).getByRole('link');
