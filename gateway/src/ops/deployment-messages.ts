import type { DeploymentDetail, Locale } from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { findingMessages } from './finding-messages.js';

/** The progress of a deployment in one sentence, and all its errors. */
export const deploymentMessages = (
  { stage, kind, fault, isUnverified, findings }: DeploymentDetail,
  locale: Locale,
): { message: string; errors: string[] } => {
  const { gateway, operations } = texts[locale];
  const { stage: stages, unverified, rolledBack } = gateway.deployment;
  const completed = kind === 'rollback' ? rolledBack : stages.completed;
  const ended = isUnverified ? unverified : completed;
  const { errors } = findingMessages(findings, locale);
  const failure = fault && operations.fault[fault];
  return {
    message: stage === 'completed' ? ended : stages[stage],
    errors: [...(failure ? [`${failure.is} ${failure.todo}`] : []), ...errors],
  };
};
