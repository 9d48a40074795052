import { domainToUnicode } from 'node:url';
import { RpcClient } from '@ctdb/chassis';
import {
  type DeploymentDetail,
  type DeploymentStatus,
  type DnsFinding,
  type Locale,
  messages,
  routes,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { formatText, pluralForm, texts } from '@ctdb/contracts/texts';
import { type Inputs, Route } from '../http/route.js';
import { SourceHashes } from '../server/source-hashes.js';

const compare = ({ expected, found = [] }: DnsFinding, locale: Locale): string => {
  const { compare: labels } = texts[locale].operations;
  const list = found.join(', ');
  if (list === '') return expected === undefined ? '' : formatText(labels.expected, { expected });
  const message = expected === undefined ? labels.found : labels.both;
  return formatText(message, { expected, found: list });
};

const toProblem = (finding: DnsFinding, locale: Locale): string => {
  const { code, host = '', days = 0 } = finding;
  const { finding: labels } = texts[locale].operations;
  const message =
    code === 'certificateEndsSoon' ? labels[code][`is_${pluralForm(days)}`] : labels[code].is;
  const compared = compare(finding, locale);
  const problem = formatText(message, { host: domainToUnicode(host), count: days });
  return compared === '' ? problem : `${problem} (${compared})`;
};

const toRecommendation = ({ code, host = '' }: DnsFinding, locale: Locale): string =>
  formatText(texts[locale].operations.finding[code].todo, { host: domainToUnicode(host) });

/** The messages of findings: what is wrong, and what can be done about it and about the rest. */
export const findingMessages = (findings: readonly DnsFinding[], locale: Locale) => {
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

/** How long the overview waits for each of its parts. */
const PART_TIMEOUT_MS = 3_000;

/** A part of the overview; absent if its service cannot be reached. */
const optional = <T>(part: Promise<T>): Promise<T | undefined> => part.catch(() => undefined);

/** Deployments, releases, checks of domains, and the state of the installation. */
@Controller()
export class OpsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sources: SourceHashes,
  ) {}

  @Route(routes.getSourceHash)
  sourceHash({ body }: Inputs['getSourceHash']) {
    return { hash: this.sources.hashText(body.text) };
  }

  @Route(routes.getDeploymentStatus)
  async status({ params, context }: Inputs['getDeploymentStatus']) {
    return toStatus(await this.rpc.call(messages.getDeployment, params, context), context.locale);
  }

  @Route(routes.verifyDeployment)
  async verify({ params, context }: Inputs['verifyDeployment']) {
    return toStatus(await this.rpc.call(routes.verifyDeployment, params, context), context.locale);
  }

  @Route(routes.checkDns)
  async checkDns({ params, context }: Inputs['checkDns']) {
    const found = await this.rpc.call(routes.checkDns, params, context);
    return { ...found, ...findingMessages(found.findings, context.locale) };
  }

  @Route(routes.getOverview)
  async overview({ context }: Inputs['getOverview']) {
    const limited = { ...context, deadlineMs: PART_TIMEOUT_MS };
    const [ops, media, deployments] = await Promise.all([
      optional(this.rpc.call(messages.getOpsOverview, {}, limited)),
      optional(this.rpc.call(routes.getBackupStatus, {}, limited)),
      optional(this.rpc.call(routes.listDeployments, { page: 1, limit: 1 }, limited)),
    ]);
    const backup = media && {
      coverage: media.backupCoverage,
      lastFull: media.lastFull,
      lastDrill: media.lastDrill,
    };
    return { ops, backup, deployment: deployments && (deployments.items[0] ?? null) };
  }
}

const toStatus = (detail: DeploymentDetail, locale: Locale): DeploymentStatus => {
  const { updatedAt, timeline, buildLogs, isLogCut, deploymentUrl, findings, ...rest } = detail;
  const { message, errors } = deploymentMessages(detail, locale);
  return {
    ...rest,
    message,
    timestamp: updatedAt,
    details: { buildLogs, isLogCut, deploymentUrl, errors, timeline, findings, fault: rest.fault },
  };
};
