import type { DeploymentStage } from '@ctdb/contracts';
import type { StageRecord } from './deployment.schema.js';

/** The timeline with its last stage ended so, if it runs. */
export const leaveStage = (
  timeline: readonly StageRecord[],
  outcome: StageRecord['outcome'],
  now: Date,
): StageRecord[] =>
  timeline.map((entry) =>
    entry.outcome === 'running' ? { ...entry, outcome, endedAt: now } : entry,
  );

/** The timeline in a stage: one that runs already goes on. */
export const enterStage = (
  timeline: readonly StageRecord[],
  stage: DeploymentStage,
  now: Date,
): StageRecord[] => {
  if (timeline.some((entry) => entry.stage === stage && entry.outcome === 'running'))
    return [...timeline];
  return [...leaveStage(timeline, 'done', now), { stage, startedAt: now, outcome: 'running' }];
};

/** The timeline of what is over. */
export const endTimeline = (
  timeline: readonly StageRecord[],
  stage: 'completed' | 'failed',
  now: Date,
): StageRecord[] => {
  const outcome = stage === 'failed' ? 'failed' : 'done';
  return [...leaveStage(timeline, outcome, now), { stage, startedAt: now, endedAt: now, outcome }];
};
