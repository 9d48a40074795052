import { domainToUnicode } from 'node:url';
import type { DeploymentDetail, DnsFinding, Locale } from '@ctdb/contracts';
import { formatText, pluralForm, texts } from '@ctdb/contracts/texts';

const compare = ({ expected, found = [] }: DnsFinding, locale: Locale): string => {
  const { compare: messages } = texts[locale].operations;
  const list = found.join(', ');
  if (list === '') return expected === undefined ? '' : formatText(messages.expected, { expected });
  const message = expected === undefined ? messages.found : messages.both;
  return formatText(message, { expected, found: list });
};

const toProblem = (finding: DnsFinding, locale: Locale): string => {
  const { code, host = '', days = 0 } = finding;
  const { finding: messages } = texts[locale].operations;
  const message =
    code === 'certificateEndsSoon' ? messages[code][`is_${pluralForm(days)}`] : messages[code].is;
  const compared = compare(finding, locale);
  const problem = formatText(message, { host: domainToUnicode(host), count: days });
  return compared === '' ? problem : `${problem} (${compared})`;
};

const toRecommendation = ({ code, host = '' }: DnsFinding, locale: Locale): string =>
  formatText(texts[locale].operations.finding[code].todo, { host: domainToUnicode(host) });

/** The messages of findings: what is wrong, and what can be done about it and about the rest. */
export const findingMessages = (
  findings: readonly DnsFinding[],
  locale: Locale,
): { errors: string[]; recommendations: string[] } => {
  const isError = ({ severity }: DnsFinding) => severity === 'error';
  const recommendations = findings.map((finding) => {
    const recommendation = toRecommendation(finding, locale);
    return isError(finding) ? recommendation : `${toProblem(finding, locale)} ${recommendation}`;
  });
  return {
    errors: findings.filter(isError).map((finding) => toProblem(finding, locale)),
    // Several findings may have one remedy.
    recommendations: [...new Set(recommendations)],
  };
};

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
