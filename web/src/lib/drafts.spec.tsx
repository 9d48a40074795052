import { expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { clearDrafts } from '@/lib/draft-store';
import { useDraft } from '@/lib/drafts';
import { click, renderApp, see, unseen, user } from '@/testing';

const KEY = 'draft:note:1';

function Form() {
  const form = useForm({ defaultValues: { title: 'New Note', content: '' } });
  const draft = useDraft('note:1', form);
  return (
    <form>
      <input aria-label="title" {...form.register('title')} />
      <textarea aria-label="content" {...form.register('content')} />
      {draft.restored && <p>restored</p>}
      <button type="button" onClick={draft.clear}>
        saved
      </button>
      <button type="button" onClick={() => form.reset({ title: 'other', content: '' })}>
        program
      </button>
    </form>
  );
}

const content = () => screen.getByLabelText<HTMLTextAreaElement>('content');
const stored = (): unknown => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');

it('a draft is saved during typing and restored after a reload', async () => {
  const first = await renderApp(<Form />);
  unseen('restored');
  await user.type(content(), 'green light');
  await waitFor(() => expect(stored()).toEqual({ title: 'New Note', content: 'green light' }));
  first.unmount();
  await renderApp(<Form />);
  expect(content().value).toBe('green light');
  await see('restored');
});

it('a draft is saved once if the page is left before the pause ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { unmount } = await renderApp(<Form />);
  await user.type(content(), 'x');
  expect(stored()).toBeNull();
  unmount();
  expect(stored()).toEqual({ title: 'New Note', content: 'x' });
  sessionStorage.clear();
  await vi.advanceTimersByTimeAsync(400);
  expect(stored()).toBeNull();
});

it.each([
  ['is deleted by saving, and leaving does not store it again', 'x', 'saved'],
  ['is not made by the program’s own filling', '{Tab}', 'program'],
])('a draft %s', async (_title, keys, button) => {
  const { unmount } = await renderApp(<Form />);
  await user.type(content(), keys);
  await click(button);
  unmount();
  expect(stored()).toBeNull();
});

it('a draft keeps the version on which it was written', async () => {
  function Versioned({ version }: { version: number }) {
    const form = useForm({ defaultValues: { content: '' } });
    const draft = useDraft('note:1', form, version);
    return (
      <form>
        <textarea aria-label="content" {...form.register('content')} />
        <p>version {draft.version}</p>
        <p>fields {Object.keys(form.getValues()).join(' ')}</p>
      </form>
    );
  }
  const first = await renderApp(<Versioned version={1} />);
  await user.type(content(), 'x');
  first.unmount();
  await renderApp(<Versioned version={2} />);
  expect(content().value).toBe('x');
  await see('version 1', 'fields content');
});

it('a draft of changed fields alone leaves the others as they are now', async () => {
  function Prices({ first }: { first: string }) {
    const form = useForm({ defaultValues: { first, second: '2' } });
    useDraft('note:1', form, undefined, true);
    return (
      <form>
        <input aria-label="first" {...form.register('first')} />
        <input aria-label="second" {...form.register('second')} />
      </form>
    );
  }
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const first = await renderApp(<Prices first="1" />);
  await user.type(screen.getByLabelText('second'), '3');
  first.unmount();
  expect(stored()).toEqual({ second: '23' });
  const second = await renderApp(<Prices first="9" />);
  expect([value('first'), value('second')]).toEqual(['9', '23']);
  await user.type(screen.getByLabelText('second'), '{Backspace}');
  second.unmount();
  expect(stored()).toBeNull();
});

it('a draft that is broken is no draft', async () => {
  sessionStorage.setItem(KEY, '{');
  await renderApp(<Form />);
  expect(content().value).toBe('');
});

it('all drafts and nothing else are forgotten at sign-out', () => {
  sessionStorage.setItem(KEY, '{}');
  sessionStorage.setItem('draft:b', '{}');
  sessionStorage.setItem('other', '1');
  clearDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});
