import { beforeEach, describe, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import type { Note } from '@ctdb/contracts';
import type { ReactElement } from 'react';
import { click, json, mockApi, renderApp, type Replies, see, user } from '@/testing';
import { disease, historyEntry, note, treatment, registryApi } from '@/testing/registry';
import { HistoryTab } from './history-tab';
import { NotesTab } from './notes-tab';

const SESSION = 'GET /api/session';

const notesOf = (changes: Partial<Note>) => (
  <NotesTab treatment={treatment({ notes: [note(changes)], notesCount: 1 })} />
);
const open = async (tab: ReactElement, replies: Replies = {}) => {
  mockApi({ ...registryApi(disease(), treatment()), ...replies });
  await renderApp(tab);
};

beforeEach(() => sessionStorage.clear());

describe('an entry of a pass holder', () => {
  const hidden = { isPublished: false, canPublish: true, version: 3 };
  const path = `PUT /api/treatments/${treatment().id}/notes/${note().id}/publication`;

  it.each([
    ['pass', 'Only you and the team see this'],
    ['admin', 'Only its author and the team see this'],
  ])('says so to a reader of the role %s', async (role, text) => {
    await open(
      <HistoryTab treatment={treatment({ history: [historyEntry(hidden)], historyCount: 1 })} />,
      {
        [SESSION]: () => json({ role, capabilities: ['tools'] }),
      },
    );
    await see(text);
  });

  it('is published in the version that was seen, and taken back', async () => {
    const published: unknown[] = [];
    await open(notesOf(hidden), {
      [path]: ({ headers, body }) => {
        published.push([headers.get('if-match'), body]);
        return json(note({ ...hidden, version: 3 + published.length }));
      },
    });
    await user.click(
      await screen.findByRole('button', { name: 'Publish to all readers: First visit' }),
    );
    await see('All readers see the entry now');
    await click('Undo');
    await see('Only its author and the team see the entry now');
    expect(published).toEqual([
      ['"3"', { isPublished: true }],
      ['"4"', { isPublished: false }],
    ]);
  });

  it('is published by administrators alone', async () => {
    await open(notesOf({ ...hidden, canPublish: false }));
    expect(await screen.findByRole('button', { name: 'Edit: First visit' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
  });

  it.each([
    [false, 'hourly', /^Only you and the team see what you write.* until the pass ends/],
    [
      true,
      'professional',
      /^All readers see this entry now. Once you correct it, only you .* again.$/,
    ],
  ])(
    'says to its holder who sees a correction (published: %s)',
    async (isPublished, plan, text) => {
      await open(notesOf({ isPublished }), {
        [SESSION]: () => json({ role: 'pass', plan, capabilities: ['tools'] }),
      });
      await click('Edit: First visit');
      await see(text);
    },
  );
});
