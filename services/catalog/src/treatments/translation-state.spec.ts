import { expect, it } from 'vitest';
import { placeholder } from '../records/treatment.record.js';
import { mergeDescriptions, type Descriptions } from './translation-state.js';

const now = new Date('2026-01-02T03:04:05Z');
const before = new Date('2026-01-01T00:00:00Z');
const machine: Descriptions = {
  descriptionEn: 'Rest',
  descriptionKn: 'ವಿಶ್ರಾಂತಿ',
  translation: { engine: 'google', translatedAt: before, needsReview: true, outdated: false },
};
const human: Descriptions = { ...machine, translation: { needsReview: false, outdated: false } };
const texts = (descriptionEn: string, descriptionKn: string, machineTranslatedBy?: string) => ({
  descriptionEn,
  descriptionKn,
  machineTranslatedBy,
});

const reviewed = { needsReview: false, outdated: false };
const marked = { engine: 'azure', translatedAt: now, needsReview: true, outdated: false };
const { translation: translated } = machine;
const outdated = { ...reviewed, outdated: true };
const oldEnglish: Descriptions = { ...human, translation: outdated };

it('descriptions take the placeholder where blank, each in its language', () => {
  expect(mergeDescriptions(undefined, texts('', ''), now)).toEqual({
    descriptionEn: placeholder.en,
    descriptionKn: placeholder.kn,
    translation: reviewed,
  });
  expect(mergeDescriptions(human, texts('Rest', ''), now).descriptionKn).toBe(placeholder.kn);
  expect(mergeDescriptions(human, texts('', 'ಹೊಸ'), now).descriptionEn).toBe(placeholder.en);
});

type Input = ReturnType<typeof texts>;
const [same, newer] = ['ವಿಶ್ರಾಂತಿ', 'ಹೊಸ'] as const;
it.each<[string, Descriptions | undefined, Input, object]>([
  ['is marked where an engine wrote it', undefined, texts('Rest', same, 'azure'), marked],
  ['is marked where an engine wrote it anew', human, texts('Rest', newer, 'azure'), marked],
  ['is marked where another engine wrote it', machine, texts('More', same, 'azure'), marked],
  ['is not marked where the engine wrote nothing', undefined, texts('Rest', '', 'azure'), reviewed],
  ['stays while the engine’s text comes again', machine, texts('Rest', same, 'google'), translated],
  [
    'is outdated where only the English text is another',
    machine,
    texts('More', same, 'google'),
    { ...translated, outdated: true },
  ],
  [
    'is marked when the same engine writes it anew',
    machine,
    texts('More', newer, 'google'),
    { ...marked, engine: 'google' },
  ],
  ['is cleared when a person changes it', machine, texts('Rest', newer), reviewed],
  ['is cleared when a person saves it', machine, texts('Rest', same), reviewed],
  ['is outdated when only the English text changed', human, texts('More', same), outdated],
  ['stays outdated when nothing changes', oldEnglish, texts('Rest', same), outdated],
  ['is not outdated any more with a new one', oldEnglish, texts('More', newer), reviewed],
  ['is not outdated any more without one', oldEnglish, texts('More', ''), reviewed],
  [
    'still needs review when only the English text was worked on',
    machine,
    texts('More', same),
    { ...translated, outdated: true },
  ],
])('the state of the Kannada text %s', (_rule, stored, input, state) => {
  expect(mergeDescriptions(stored, input, now).translation).toEqual(state);
});
