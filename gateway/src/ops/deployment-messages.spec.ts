import { describe, expect, it } from '@jest/globals';
import {
  deploymentErrorCodes,
  deploymentStages,
  type DeploymentDetail,
  type Locale,
} from '@ctdb/contracts';
import { deploymentMessages } from './deployment-messages.js';

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
    expect(message).toMatch(/is live.*24-48 hours/);
    expect(errors).toHaveLength(1);
  });
});
