import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import type { Note } from '@ctdb/contracts';
import type { ReactElement } from 'react';
import { button, click, json, renderPage, type Replies, see, sessionOf } from '@/testing';
import { disease, historyEntry, note, treatment, registryApi } from '@/testing/registry';
import { HistoryTab, NotesTab } from './entries-tab';

const notesOf = (changes: Partial<Note>) => (
  <NotesTab treatment={treatment({ notes: [note(changes)], notesCount: 1 })} />
);
const open = async (tab: ReactElement, replies: Replies = {}) => {
  await renderPage({ ...registryApi(disease(), treatment()), ...replies }, tab);
};

const hidden = { isPublished: false, canPublish: true, version: 3 };
const path = `PUT /api/treatments/${treatment().id}/notes/${note().id}/publication`;

it('an entry of a pass holder says in the history who sees it', async () => {
  const shown = treatment({ history: [historyEntry(hidden)], historyCount: 1 });
  await open(<HistoryTab treatment={shown} />, sessionOf('pass', ['tools']));
  await see('Only you and the team see this');
});

it('an entry of a pass holder is published in the version that was seen, and taken back', async () => {
  const published: unknown[] = [];
  await open(notesOf(hidden), {
    [path]: ({ headers, body }) => {
      published.push([headers.get('if-match'), body]);
      return json(note({ ...hidden, version: 3 + published.length }));
    },
  });
  await click('Publish to all readers: First visit');
  await see('All readers see the entry now');
  await click('Undo');
  await see('Only its author and the team see the entry now');
  expect(published).toEqual([
    ['"3"', { isPublished: true }],
    ['"4"', { isPublished: false }],
  ]);
});

it('an entry of a pass holder is published by administrators alone', async () => {
  await open(notesOf({ ...hidden, canPublish: false }));
  expect(await button('Edit: First visit')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
});

it.each([
  [false, 'hourly', /^Only you and the team see what you write.* until the pass ends/],
  [true, 'professional', /^All readers see this entry now. Once you correct it, only you /],
])('an entry says who sees its correction (public: %s)', async (isPublished, plan, text) => {
  await open(notesOf({ isPublished }), sessionOf('pass', ['tools'], { plan }));
  await click('Edit: First visit');
  await see(text);
});
