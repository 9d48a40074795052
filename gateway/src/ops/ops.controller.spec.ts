import {
  deploymentDetail,
  deploymentErrorCodes,
  deploymentStages,
  type DnsFinding,
  dnsFindingCodes,
  locales,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { sampleOf } from '../../test/support/sample.js';
import { deploymentMessages, findingMessages } from './ops.controller.js';

const wrong: DnsFinding = {
  code: 'addressWrong',
  severity: 'error',
  host: 'site.example',
  expected: '203.0.113.7',
  found: ['198.51.100.2', '198.51.100.3'],
};

it('a finding in words says what should be and what is', () => {
  expect(findingMessages([wrong], 'en').errors).toEqual([
    'site.example points to another address. (expected 203.0.113.7, found 198.51.100.2, 198.51.100.3)',
  ]);
});

it('a finding in words names the domain as people write it', () => {
  const host = 'xn--1scaz7k.xn--2scrj9c';
  const { errors } = findingMessages([{ code: 'tlsFailed', severity: 'error', host }], 'en');
  expect(errors).toEqual(['ಬಣ್ಣ.ಭಾರತ is not responding over https.']);
});

it.each([
  [0, 'en', 'expires today.'],
  [1, 'en', 'expires in 1 day.'],
  [5, 'en', 'expires in 5 days.'],
  [0, 'kn', 'ಇಂದು ಮುಗಿಯುತ್ತದೆ.'],
  [1, 'kn', '1 ದಿನದಲ್ಲಿ ಮುಗಿಯುತ್ತದೆ.'],
  [5, 'kn', '5 ದಿನಗಳಲ್ಲಿ ಮುಗಿಯುತ್ತದೆ.'],
] as const)(
  'a finding in words that is advice is a recommendation, and no error: %d, %s',
  (days, locale, text) => {
    const host = 'a.example';
    const soon: DnsFinding = { code: 'certificateEndsSoon', severity: 'advice', host, days };
    const { errors, recommendations } = findingMessages([soon], locale);
    expect(errors).toEqual([]);
    expect(recommendations).toEqual([expect.stringContaining(`${text} `)]);
  },
);

it('a finding in words is recommended about once, however many faults need the same', () => {
  const { errors, recommendations } = findingMessages([wrong, wrong], 'kn');
  expect([errors.length, recommendations.length]).toEqual([2, 1]);
});

it.each(dnsFindingCodes)(
  'a finding in words has words of its own in both languages: %s',
  (code) => {
    const finding: DnsFinding = { code, severity: 'error', host: 'a.example', days: 3 };
    const [english, kannada] = locales.map((locale) => findingMessages([finding], locale));
    for (const part of ['errors', 'recommendations'] as const) {
      expect(english?.[part][0]).toMatch(/^[\x20-\x7e]{10,}$/);
      expect(kannada?.[part][0]).toMatch(/[\u0c80-\u0cff]{3}/);
      expect(kannada?.[part][0]).not.toMatch(/undefined|NaN/);
    }
  },
);

const detail = sampleOf(deploymentDetail);
const isKannada = (text: string): boolean => /[\u0c80-\u0cff]/.test(text);

it('a deployment in words has them for each stage and each error, in both languages', () => {
  const stages = deploymentStages.map((stage) => ({ ...detail, stage }));
  const failed = deploymentErrorCodes.map(
    (fault) => ({ ...detail, stage: 'failed', fault }) as const,
  );
  for (const locale of locales) {
    const texts = [
      ...stages.map((each) => deploymentMessages(each, locale).message),
      ...failed.map((each) => deploymentMessages(each, locale).errors.join()),
    ];
    expect(new Set(texts.map(isKannada))).toEqual(new Set([locale === 'kn']));
    expect(texts).not.toContain('');
  }
});

it('a deployment in words says that a live release waits for its domain', () => {
  const findings = [{ code: 'nameNotFound', severity: 'error', host: 'a.example' } as const];
  const waiting = { ...detail, stage: 'completed', isUnverified: true, findings } as const;
  const { message, errors } = deploymentMessages(waiting, 'en');
  expect(message).toMatch(/is live.*24–48 hours/);
  expect(errors).toHaveLength(1);
});
