import type { Locator } from '@playwright/test';
import type { Visitor } from '../support/fixtures.ts';

export type View = Pick<Visitor, 'page' | 't' | 'language'>;

/** Diseases whose screens are checked. */
export interface Samples {
  /** With treatment, an image, protocols, notes and history. */
  full: string;
  /** Without treatment. */
  bare: string;
  /** With names of 200 letters without spaces. */
  long: string;
}

/** A screen, or a state of one that looks different. */
export interface Screen {
  name: string;
  as?: 'admin' | 'pass';
  path: string | ((samples: Samples) => string);
  /** What is done once the page is there. */
  then?: (view: View) => Promise<unknown>;
  /** Whether `then` leaves something behind: a pass, a stopped clock, a toast, a load of the page. */
  changesVisitor?: true;
  /** What can be seen when the screen is complete. */
  ready: (view: View) => Locator;
}

/** Where a screen has its own content. */
export const main = ({ page }: View): Locator => page.getByRole('main');
export const button = ({ page }: View, name: string): Locator => page.getByRole('button', { name });
export const press = (view: View, name: string): Promise<void> =>
  button(view, name).first().click();

export const ofDisease =
  (tab: string) =>
  ({ full }: Samples) =>
    `/app?disease=${full}${tab}`;
