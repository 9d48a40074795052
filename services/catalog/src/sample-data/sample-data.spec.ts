import { describe, expect, it } from 'vitest';
import { categories, diseaseInput, outcomes, treatmentUpdate } from '@ctdb/contracts';
import {
  addCounts,
  successRate,
  countEntries,
  type OutcomeCounts,
} from '../analytics/success-rate.js';
import { sampleDiseases, type SampleDisease } from './index.js';

const EMERGENCY_NUMBER = '108';
const kannada = /\p{Script=Kannada}/u;
const latin = /\p{Script=Latin}/u;
const urgent = /emergency|hospital|at once|ತುರ್ತು|ಆಸ್ಪತ್ರೆ|ತಕ್ಷಣ/i;
const dangerSign = /chest pain|breathlessness|fainting|confusion|weakness of one side/i;
const claim = /\b(cures|heals|eases|lowers|relieves)\b/i;
// A slip of the keyboard.
const foreign = /(?![\p{Script=Kannada}\p{Script=Latin}])\p{L}|(?<!\u0ccd)\u200c|\u200d/u;

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
const paragraphsIn = (text: string): string[] => text.split('\n\n');
const digitsIn = (text: string): string[] => text.match(/\d+/g)?.toSorted() ?? [];
/** The English and the Kannada text of every field that has both. */
const twinsIn = (value: unknown): (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const own = Object.keys(fields).flatMap((key) => {
    if (!key.endsWith('Kn')) return [];
    const name = key.slice(0, -2);
    return [[String(fields[name] ?? fields[`${name}En`]), String(fields[key])] as const];
  });
  return [...own, ...Object.values(fields).flatMap(twinsIn)];
};
const translationsOf = (sample: SampleDisease): (readonly [string, string])[] => {
  const [english = '', translated = ''] = paragraphsIn(sample.notes);
  return [[english, translated], ...twinsIn(sample)];
};
const history = sampleDiseases.flatMap(({ treatment }) => treatment.history);
const allNotes = sampleDiseases.flatMap(({ treatment }) => treatment.notes);

it('sample data has 24 diseases with keys and names of their own, in every category and with every outcome', () => {
  expect(sampleDiseases).toHaveLength(24);
  for (const field of ['key', 'nameEn', 'nameKn'] as const)
    expect(new Set(sampleDiseases.map((disease) => disease[field])).size).toBe(24);
  for (const { key } of sampleDiseases) expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(new Set(sampleDiseases.map(({ category }) => category))).toEqual(new Set(categories));
  expect(new Set(history.map(({ outcome }) => outcome))).toEqual(new Set(outcomes));
});

describe.each(sampleDiseases.map((disease) => [disease.key, disease] as const))(
  'sample disease %s',
  (_key, sample) => {
    const { nameEn, nameKn, alsoKnownAs, category, notes, treatment } = sample;
    const disease = { nameEn, nameKn, alsoKnownAs, category, notes };

    // What has no paragraphs is checked where it is read.
    it('is what a person could have entered, already cleaned', () => {
      expect(diseaseInput.parse(disease)).toMatchObject(disease);
      const { descriptionEn, descriptionKn } = treatment;
      const descriptions = { descriptionEn, descriptionKn };
      expect(treatmentUpdate.parse(descriptions)).toEqual(descriptions);
    });

    it('is written in Kannada and English, without stray characters', () => {
      expect(alsoKnownAs).toMatch(kannada);
      expect(alsoKnownAs).toMatch(latin);
      for (const text of textsIn(sample)) expect(text).not.toMatch(foreign);
      for (const [english, translated] of translationsOf(sample)) {
        expect(english).toMatch(latin);
        expect(english).not.toMatch(kannada);
        expect(english).not.toMatch(/colour/i);
        expect(translated).toMatch(kannada);
        expect(translated.replace('mmHg', '')).not.toMatch(latin);
      }
    });

    it('names the same numbers in both languages', () => {
      for (const [english, translated] of translationsOf(sample)) {
        expect(digitsIn(translated)).toEqual(digitsIn(english));
      }
    });

    it('names the emergency number beside every sign of an emergency', () => {
      const texts = [...paragraphsIn(notes), treatment.descriptionEn, treatment.descriptionKn];
      for (const text of texts.filter((paragraph) => urgent.test(paragraph))) {
        expect(text).toContain(EMERGENCY_NUMBER);
      }
      if (dangerSign.test(treatment.descriptionEn))
        for (const text of [treatment.descriptionEn, treatment.descriptionKn])
          expect(text).toContain(EMERGENCY_NUMBER);
    });

    it('has compact texts that stay beside the physician and claim no effect', () => {
      for (const text of [notes, treatment.descriptionEn, treatment.descriptionKn]) {
        expect(paragraphsIn(text)).toHaveLength(2);
        expect(text.length).toBeLessThanOrEqual(600);
      }
      expect(treatment.descriptionEn).toMatch(/alongside the physician's treatment/i);
      expect(treatment.descriptionKn).toContain('ವೈದ್ಯರ ಚಿಕಿತ್ಸೆ');
      expect(treatment.descriptionEn).not.toMatch(claim);
    });
  },
);

it('sample history does not look like a proof of success', () => {
  const counts: OutcomeCounts = {};
  for (const { outcome } of history) addCounts(counts, outcome, 1);
  expect(countEntries(counts)).toBe(history.length);
  expect(successRate(counts)).toBeLessThan(0.8);
});

it('sample history lies within the last 360 days, densest in the last 90', () => {
  const days = [...history, ...allNotes].map(({ daysAgo }) => daysAgo);
  const isWrong = (day: number) => !Number.isInteger(day) || day < 1 || day > 360;
  expect(days.filter(isWrong)).toEqual([]);
  const within = (from: number, to: number) =>
    history.filter(({ daysAgo }) => daysAgo > from && daysAgo <= to).length;
  const quarters = [within(0, 90), within(90, 180), within(180, 270), within(270, 360)];
  expect(Math.min(...quarters)).toBeGreaterThan(0);
  expect(Math.max(...quarters)).toBe(quarters[0]);
});

it('sample history has at most five practitioners, each with one Kannada name', () => {
  const practitioners = new Map(
    history.map(({ practitioner, practitionerKn }) => [practitioner, practitionerKn]),
  );
  expect(practitioners.size).toBeLessThanOrEqual(5);
  for (const { practitioner, practitionerKn } of history)
    expect(practitioners.get(practitioner)).toBe(practitionerKn);
});
