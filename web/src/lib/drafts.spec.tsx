import { expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { clearDrafts, watchDrafts } from '@/lib/draft-store';
import { useDraft } from '@/lib/drafts';
import { sessionQuery } from '@/lib/session';
import { click, renderApp, see, unseen, user } from '@/testing';

const KEY = 'draft:note:1';

function Form({ account, practice }: { account?: string; practice?: string }) {
  const reader = { username: account, practice };
  const session = { role: 'editor' as const, capabilities: [], ...reader, askedAt: 0 };
  useQueryClient().setQueryData(sessionQuery.queryKey, session);
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
const stored = (account = ''): unknown =>
  JSON.parse(sessionStorage.getItem(KEY + account) ?? 'null');

it.each([
  ['account', '@asha', { account: 'asha' }, { account: 'ravi', practice: 'asha' }],
  ['practice', '#p1', { practice: 'p1' }, { practice: 'p2' }],
])(
  'a draft is saved during typing and restored after a reload, for the same %s',
  async (_kind, key, own, others) => {
    const first = await renderApp(<Form {...own} />);
    unseen('restored');
    await user.type(content(), 'green light');
    await waitFor(() => expect(stored(key)).toEqual({ title: 'New Note', content: 'green light' }));
    first.unmount();
    for (const reader of [others, {}]) {
      const other = await renderApp(<Form {...reader} />);
      expect(content().value).toBe('');
      other.unmount();
    }
    await renderApp(<Form {...own} />);
    expect(content().value).toBe('green light');
    await see('restored');
  },
);

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

it('a draft that is broken is no draft', async () => {
  sessionStorage.setItem(KEY, '{');
  await renderApp(<Form />);
  expect(content().value).toBe('');
});

it('a draft is kept as long as the page where nothing can be stored', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  const first = await renderApp(<Form />);
  await user.type(content(), 'green light');
  first.unmount();
  await renderApp(<Form />);
  expect(content().value).toBe('green light');
  clearDrafts();
});

it('the tab asks before it is closed with a draft, but not before its own links', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  watchDrafts();
  const { unmount } = await renderApp(<Form />);
  expect(isAsked()).toBe(false);
  await user.type(content(), 'x');
  expect(isAsked()).toBe(true);
  unmount();
  expect(isAsked()).toBe(true);
  await renderApp(<a href="#plans">Plans</a>);
  await click('Plans', 'link');
  expect(isAsked()).toBe(false);
});

it('all drafts and nothing else are forgotten at sign-out, and no open form writes one again', async () => {
  sessionStorage.setItem('other', '1');
  const { unmount } = await renderApp(<Form />);
  await user.type(content(), 'x');
  clearDrafts();
  unmount();
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});
