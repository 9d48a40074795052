import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp, user } from '@/testing';
import { useShortcutKeys } from './shortcut-keys';
import { switchShortcuts, useShortcut } from './shortcuts';

const next = vi.fn();
const add = vi.fn();

function Page({ dialog = false }) {
  useShortcutKeys({ j: next });
  return (
    <>
      <button onClick={() => add('header')} {...useShortcut('n')} />
      <input aria-label="search" defaultValue="asthma" {...useShortcut('/')} />
      <input aria-label="name" />
      <form>
        <button type="button" aria-label="button of a form" />
      </form>
      <select aria-label="category">
        <option>n</option>
        <option>j</option>
      </select>
      <button onClick={() => add('tab')} {...useShortcut('n')} />
      <button disabled onClick={() => add('disabled')} {...useShortcut('n')} />
      {dialog && <div role="dialog" />}
    </>
  );
}

beforeEach(() => {
  next.mockReset();
  add.mockReset();
});
const expectNothing = () => expect([next.mock.calls, add.mock.calls]).toEqual([[], []]);
const turn = (on: boolean) => act(() => switchShortcuts(on));
afterEach(() => turn(true));

it('shortcuts work a handler, a control, or move into a box', async () => {
  await renderApp(<Page />);
  await user.keyboard('j');
  expect(next).toHaveBeenCalledTimes(1);
  await user.keyboard('n');
  // The last control of the page that can take the focus.
  expect(add.mock.calls).toEqual([['tab']]);
  await user.keyboard('/');
  const search = screen.getByLabelText<HTMLInputElement>('search');
  expect(document.activeElement).toBe(search);
  expect(search.value).toBe('asthma');
  expect(search.selectionEnd).toBe(6);
});

it.each(['search', 'name', 'category', 'button of a form'])('no key works in %s', async (label) => {
  await renderApp(<Page />);
  await user.click(screen.getByLabelText(label));
  await user.keyboard('jn/?');
  expectNothing();
  expect(document.activeElement).toBe(screen.getByLabelText(label));
});

it('shortcuts work a control once while their key is held', async () => {
  await renderApp(<Page />);
  await user.keyboard('{n>3/}{j>3/}');
  expect(add).toHaveBeenCalledTimes(1);
  expect(next).toHaveBeenCalledTimes(3);
});

it('shortcuts do nothing behind a dialog', async () => {
  await renderApp(<Page dialog />);
  await user.keyboard('jn');
  expectNothing();
});

it.each([
  [{ key: 'J', code: 'KeyJ' }, 1],
  // A Kannada keyboard.
  [{ key: 'ರ', code: 'KeyJ' }, 1],
  // A keyboard with another order of Latin letters.
  [{ key: 'j', code: 'KeyC' }, 1],
  [{ key: 'j', code: 'KeyJ', ctrlKey: true }, 0],
  [{ key: 'j', code: 'KeyJ', metaKey: true }, 0],
  [{ key: 'j', code: 'KeyJ', altKey: true }, 0],
  [{ key: 'j', code: 'KeyJ', isComposing: true }, 0],
  [{ key: 'h', code: 'KeyJ' }, 0],
  [{ key: 'Enter', code: 'Enter' }, 0],
])('shortcuts know the key of %j', async (press, times) => {
  await renderApp(<Page />);
  fireEvent.keyDown(document.body, press);
  expect(next).toHaveBeenCalledTimes(times);
});

it('shortcuts can be switched off, which is kept, and on', async () => {
  await renderApp(<Page />);
  expect(screen.getByLabelText('search').getAttribute('aria-keyshortcuts')).toBe('/');
  turn(false);
  expect(localStorage.getItem('shortcuts')).toBe('off');
  await user.keyboard('jn/');
  expectNothing();
  expect(screen.getByLabelText('search').getAttribute('aria-keyshortcuts')).toBeNull();
  turn(true);
  await user.keyboard('j');
  expect(next).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem('shortcuts')).toBeNull();
});
