import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { mockApi } from './mock-api';
import { user } from './render';

type Text = string | RegExp;
type Part = Pick<typeof screen, 'findByText'>;

/** Waits until the part shows each of the texts once. */
export const seeIn = async (part: Part, ...texts: Text[]): Promise<void> => {
  for (const text of texts) await part.findByText(text);
};

/** Waits until the page shows each of the texts once. */
export const see = (...texts: Text[]): Promise<void> => seeIn(screen, ...texts);

/** The page shows none of the texts. */
export const unseen = (...texts: Text[]): void => {
  for (const text of texts) expect(screen.queryByText(text)).toBeNull();
};

/** Clicks the button, or what has another role, as soon as it is there. */
export const click = async (name: Text, role = 'button'): Promise<void> =>
  user.click(await screen.findByRole(role, { name }));

/** The part of the page that has this role, as soon as it is there. */
export const part = async (role: string, name?: Text) =>
  within(await screen.findByRole(role, { name }));

/** The button, as soon as it is there. */
export const button = (name: Text): Promise<HTMLButtonElement> =>
  screen.findByRole<HTMLButtonElement>('button', { name });

/** The field with this label, as soon as it is there. */
export const field = (label: Text): Promise<HTMLInputElement> =>
  screen.findByLabelText<HTMLInputElement>(label);

/** Where the link leads. */
export const hrefOf = async (name: Text): Promise<string | null> =>
  (await screen.findByRole('link', { name })).getAttribute('href');

/** Answers the open question by its button. */
export const agree = async (name: Text): Promise<void> =>
  user.click((await part('alertdialog')).getByRole('button', { name }));

/** Fills in the field at once, as pasting does; `user.type` is for what happens at each letter. */
export const fill = async (label: Text, value: string): Promise<void> =>
  void fireEvent.change(await field(label), { target: { value } });

/** The current path and query. */
export const place = (): string | null => screen.getByTestId('place').textContent;

/** The bodies of the requests that change something. */
export const bodies = (requests: ReturnType<typeof mockApi>, method = 'POST'): unknown[] =>
  requests.filter((request) => request.method === method).map(({ body }) => body);
