import { describe, expect, it } from 'vitest';
import { mergeDescriptions, placeholder, type Descriptions } from './translation-state.js';

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

describe('descriptions', () => {
  it('take the placeholder where blank, each in its language', () => {
    expect(mergeDescriptions(undefined, texts('', ''), now)).toEqual({
      descriptionEn: placeholder.en,
      descriptionKn: placeholder.kn,
      translation: { needsReview: false, outdated: false },
    });
    expect(mergeDescriptions(human, texts('Rest', ''), now).descriptionKn).toBe(placeholder.kn);
    expect(mergeDescriptions(human, texts('', 'ಹೊಸ'), now).descriptionEn).toBe(placeholder.en);
  });
});

describe('the state of the Kannada text', () => {
  const stateAfter = (...args: Parameters<typeof mergeDescriptions>) =>
    mergeDescriptions(...args).translation;
  const reviewed = { needsReview: false, outdated: false };
  const marked = { engine: 'azure', translatedAt: now, needsReview: true, outdated: false };

  it('is marked where an engine wrote it', () => {
    expect(stateAfter(undefined, texts('Rest', 'ವಿಶ್ರಾಂತಿ', 'azure'), now)).toEqual(marked);
    expect(stateAfter(human, texts('Rest', 'ಹೊಸ', 'azure'), now)).toEqual(marked);
    expect(stateAfter(machine, texts('Rest well', 'ವಿಶ್ರಾಂತಿ', 'azure'), now)).toEqual(marked);
  });

  it('stays as it was while the same engine’s text is handed back', () => {
    const { translation } = machine;
    expect(stateAfter(machine, texts('Rest', 'ವಿಶ್ರಾಂತಿ', 'google'), now)).toEqual(translation);
    const after = mergeDescriptions(machine, texts('Rest well', 'ವಿಶ್ರಾಂತಿ', 'google'), now);
    expect(after.translation).toEqual({ ...translation, outdated: true });
    expect(stateAfter(after, texts('Rest well', 'ವಿಶ್ರಾಂತಿ', 'google'), now).outdated).toBe(true);
    expect(stateAfter(after, texts('Rest well', 'ಹೊಸ', 'google'), now)).toEqual({
      ...marked,
      engine: 'google',
    });
  });

  it('is not marked where the engine wrote nothing', () => {
    expect(stateAfter(undefined, texts('Rest', '', 'azure'), now)).toEqual(reviewed);
  });

  it('is cleared when a person saves the Kannada text, changed or not', () => {
    expect(stateAfter(machine, texts('Rest', 'ವಿರಾಮ'), now)).toEqual(reviewed);
    expect(stateAfter(machine, texts('Rest', 'ವಿಶ್ರಾಂತಿ'), now)).toEqual(reviewed);
  });

  it('is outdated when only the English text changed, until the Kannada text does', () => {
    const after = mergeDescriptions(human, texts('Rest well', 'ವಿಶ್ರಾಂತಿ'), now);
    expect(after.translation).toEqual({ needsReview: false, outdated: true });
    expect(stateAfter(after, texts('Rest well', 'ವಿಶ್ರಾಂತಿ'), now).outdated).toBe(true);
    expect(stateAfter(after, texts('Rest a lot', 'ವಿರಾಮ'), now)).toEqual(reviewed);
    expect(stateAfter(after, texts('Rest well', ''), now)).toEqual(reviewed);
  });

  it('still needs review when only the English text was worked on', () => {
    expect(stateAfter(machine, texts('Rest well', 'ವಿಶ್ರಾಂತಿ'), now)).toEqual({
      ...machine.translation,
      outdated: true,
    });
  });
});
