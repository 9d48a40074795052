import type { Locator } from '@playwright/test';
import { shown } from '../support/expect.ts';
import type { Visitor } from '../support/fixtures.ts';

/** The parts of the registry's screen, found as a person finds them. */
export const registry = ({ page, t }: Pick<Visitor, 'page' | 't'>) => {
  const panel = page.getByRole('region', { name: t('registry:list.title') });
  return {
    panel,
    rows: panel.getByRole('listitem').getByRole('link'),
    selected: panel.locator('a[aria-current=true]'),
    /** By a whole name: the text in which a search has found a row is a part of its link. */
    row: (name: string): Locator =>
      panel.getByRole('link').filter({ has: page.getByText(name, { exact: true }) }),
    search: page.getByRole('searchbox', { name: t('registry:filter.search') }),
    previous: panel.getByRole('button', { name: t('common:page.previous') }),
    next: panel.getByRole('button', { name: t('common:page.next') }),
    position: (at: number, of: number): Locator =>
      panel.getByText(t('common:page.position', { page: at, pages: of }), { exact: true }),
    /** English names of the rows, from the top. */
    names: async (): Promise<string[]> =>
      (await panel.locator('li a span[lang=en]').allInnerTexts()).map((name) => name.trim()),
    detail: (name: string): Locator =>
      page.getByRole('article').filter({ has: page.getByRole('heading', { name, level: 2 }) }),
    tab: (name: 'treatment' | 'notes' | 'history'): Locator =>
      page.getByRole('tab', { name: t(`registry:tab.${name}`) }),
  };
};

/** Opens the registry with one disease on show. */
export const openDisease = async (
  visitor: Visitor,
  disease: { id: string; nameEn: string },
  tab?: 'notes' | 'history',
): Promise<void> => {
  await visitor.page.goto(`/app?disease=${disease.id}${tab ? `&tab=${tab}` : ''}`);
  await shown(registry(visitor).detail(disease.nameEn));
};

/** Opens a disease and waits until it is noted as viewed: before a test ends the visitor's access. */
export const viewDisease: typeof openDisease = async (visitor, disease, tab) => {
  const noted = visitor.page.waitForResponse(`**/api/recent/${disease.id}`);
  await openDisease(visitor, disease, tab);
  await noted;
};
