import {
  type DeploymentDetail,
  deploymentErrorCodes,
  deploymentStages,
  type DnsFinding,
  dnsFindingCodes,
  type Locale,
  locales,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { deploymentMessages, findingMessages } from './messages.js';

const wrong: DnsFinding = {
  code: 'addressWrong',
  severity: 'error',
  host: 'site.example',
  expected: '203.0.113.7',
  found: ['198.51.100.2', '198.51.100.3'],
};

describe('a finding in words', () => {
  it('says what should be and what is', () => {
    expect(findingMessages([wrong], 'en').errors).toEqual([
      'site.example points to another address. (expected 203.0.113.7, found 198.51.100.2, 198.51.100.3)',
    ]);
    expect(findingMessages([wrong], 'kn').errors).toEqual([
      'site.example ಬೇರೆ ವಿಳಾಸವನ್ನು ತೋರಿಸುತ್ತಿದೆ. (ಇರಬೇಕಾದದ್ದು 203.0.113.7, ಕಂಡದ್ದು 198.51.100.2, 198.51.100.3)',
    ]);
  });

  it('names the domain as people write it', () => {
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
  ] as const)('that is advice is a recommendation, and no error: %d, %s', (days, locale, text) => {
    const host = 'a.example';
    const soon: DnsFinding = { code: 'certificateEndsSoon', severity: 'advice', host, days };
    const { errors, recommendations } = findingMessages([soon], locale);
    expect(errors).toEqual([]);
    expect(recommendations).toEqual([expect.stringContaining(`${text} `)]);
  });

  it('is recommended about once, however many faults need the same', () => {
    const { errors, recommendations } = findingMessages([wrong, wrong], 'kn');
    expect([errors.length, recommendations.length]).toEqual([2, 1]);
  });

  it.each(dnsFindingCodes)('has words of its own in both languages: %s', (code) => {
    const finding: DnsFinding = { code, severity: 'error', host: 'a.example', days: 3 };
    const [english, kannada] = locales.map((locale) => findingMessages([finding], locale));
    for (const part of ['errors', 'recommendations'] as const) {
      expect(english?.[part][0]).toMatch(/^[\x20-\x7e]{10,}$/);
      expect(kannada?.[part][0]).toMatch(/[\u0c80-\u0cff]{3}/);
      expect(kannada?.[part][0]).not.toMatch(/undefined|NaN/);
    }
  });
});

const detail: DeploymentDetail = {
  deploymentId: 'a'.repeat(24),
  kind: 'deploy',
  projectName: 'Clinic',
  stage: 'building',
  progress: 10,
  startedBy: 'asha',
  startedAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  isUnverified: false,
  timeline: [],
  buildLogs: [],
  isLogCut: false,
  findings: [],
};
const isKannada = (text: string): boolean => /[\u0c80-\u0cff]/.test(text);

describe('a deployment in words', () => {
  it.each(deploymentStages)('has them for %s in both languages', (stage) => {
    const say = (locale: Locale) => deploymentMessages({ ...detail, stage }, locale).message;
    expect(isKannada(say('kn'))).toBe(true);
    expect(isKannada(say('en'))).toBe(false);
  });

  it.each(deploymentErrorCodes)('has them for %s in both languages', (fault) => {
    const say = (locale: Locale) =>
      deploymentMessages({ ...detail, stage: 'failed', fault }, locale).errors;
    expect(say('kn').every(isKannada)).toBe(true);
    expect(say('en').some(isKannada)).toBe(false);
    expect(say('en')).toHaveLength(1);
  });

  it('says that a live release waits for its domain', () => {
    const findings = [{ code: 'nameNotFound', severity: 'error', host: 'a.example' } as const];
    const waiting = { ...detail, stage: 'completed', isUnverified: true, findings } as const;
    const { message, errors } = deploymentMessages(waiting, 'en');
    expect(message).toMatch(/is live.*24–48 hours/);
    expect(errors).toHaveLength(1);
  });
});
