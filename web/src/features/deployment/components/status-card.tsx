import type { DeploymentStatus } from '@ctdb/contracts';
import { ArrowDown, Circle, CircleCheck, CircleMinus, CircleX, ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '@/components/confirm-button';
import { StageBadge } from '@/components/deployment-stage-badge';
import { DomainFindings } from '@/components/domain-findings';
import { Button, buttonStyle, Spinner } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Progress, Skeleton } from '@/components/ui/progress';
import { useDurationText } from '@/i18n/enum-labels';
import { isCode } from '@/lib/api';
import { formatClock, useDates } from '@/lib/dates';
import { toast } from '@/lib/toast';
import {
  hasEnded,
  useDeployment,
  useRefreshHistory,
  useVerifyDeployment,
} from '../api/deployments';

/** Polling limit of one deployment, longer than any deployment may take. */
export const MAX_POLL_MS = 10 * 60_000;

/**
 * Polls a deployment until it ends, for at most ten minutes. Calls `onEnd` only if this page has
 * seen the deployment running.
 */
const useDeploymentPolling = (id: string, onEnd: (status: DeploymentStatus) => void) => {
  const [stopped, stop] = useState(false);
  const [seenRunning, setSeenRunning] = useState(false);
  const query = useDeployment(id, !stopped);
  const status = query.data;
  const over = status !== undefined && hasEnded(status);
  if (status && !over && !seenRunning) setSeenRunning(true);

  useEffect(() => {
    if (over || stopped) return;
    const timer = setTimeout(() => stop(true), MAX_POLL_MS);
    return () => clearTimeout(timer);
  }, [over, stopped]);

  const notifyEnd = useEffectEvent(() => {
    if (status && seenRunning) onEnd(status);
  });
  useEffect(() => {
    if (over) notifyEnd();
  }, [over]);

  const followAgain = () => {
    stop(false);
    void query.refetch();
  };
  return { query, status, stopped: stopped && !over, followAgain };
};

/** How a deployment has ended: its site, and what is wrong with it or with its domain. */
function Outcome({ status }: { status: DeploymentStatus }) {
  const { t } = useTranslation(['deployment', 'findings']);
  const verify = useVerifyDeployment(status.deploymentId);
  const { fault, domain = '' } = status;
  const { deploymentUrl, findings } = status.details;

  const checkAgain = async () => {
    const { isUnverified } = await verify();
    if (isUnverified) toast.info(t('verify.notYet'), { description: t('verify.notYetText') });
    else toast.success(t('verify.done'));
  };

  return (
    <>
      {status.stage === 'completed' && (
        <Notice tone="success">
          <p className="font-semibold">{t(`success.${status.kind}`)}</p>
          {deploymentUrl && /^https?:\/\//.test(deploymentUrl) && (
            <>
              <p className="mb-3 wrap-anywhere text-ink-2">{deploymentUrl}</p>
              <a
                href={deploymentUrl}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonStyle({ variant: 'primary' })}
              >
                <ExternalLink aria-hidden />
                {t('visit')}
              </a>
            </>
          )}
        </Notice>
      )}
      {status.isUnverified && (
        <Notice tone="caution">
          <p className="mb-3">{t('verify.text')}</p>
          <ActionButton failed={t('verify.failed')} run={checkAgain}>
            {t('verify.action')}
          </ActionButton>
        </Notice>
      )}
      {fault && (
        <Notice tone="danger">
          <p className="font-semibold">{t(`findings:fault.${fault}.is`)}</p>
          <p>{t(`findings:fault.${fault}.todo`)}</p>
        </Notice>
      )}
      {findings.length > 0 && <DomainFindings findings={findings} domain={domain} />}
    </>
  );
}

type Entry = DeploymentStatus['details']['timeline'][number];

const stages = ['preparing', 'building', 'deploying', 'dns_checking', 'ssl_setup'] as const;

function StatusIcon({ outcome }: { outcome: Entry['outcome'] | 'waiting' }) {
  if (outcome === 'running') return <Spinner className="shrink-0 text-info" />;
  if (outcome === 'done') return <CircleCheck aria-hidden className="shrink-0 text-success" />;
  if (outcome === 'failed') return <CircleX aria-hidden className="shrink-0 text-danger" />;
  if (outcome === 'skipped') return <CircleMinus aria-hidden className="shrink-0 text-ink-3" />;
  return <Circle aria-hidden className="shrink-0 text-line-strong" />;
}

/** The stages in order: done, running and waiting. */
function Timeline({ status }: { status: DeploymentStatus }) {
  const { t } = useTranslation('deployment');
  const durationText = useDurationText();
  const { timeline } = status.details;
  const shown = stages
    .map((stage) => ({ stage, entry: timeline.find((one) => one.stage === stage) }))
    // Hide stages that have not started by the end of the deployment.
    .filter(({ entry }) => entry ?? !hasEnded(status));
  return (
    <ol aria-label={t('timeline')} className="flex flex-col gap-2">
      {shown.map(({ stage, entry }) => {
        const outcome = entry?.outcome ?? 'waiting';
        const seconds =
          entry?.endedAt && (Date.parse(entry.endedAt) - Date.parse(entry.startedAt)) / 1_000;
        return (
          <li
            key={stage}
            aria-current={outcome === 'running' ? 'step' : undefined}
            className="flex items-center gap-3 [&_svg]:size-5"
          >
            <StatusIcon outcome={outcome} />
            <span className={outcome === 'waiting' ? 'text-ink-3' : ''}>{t(`phase.${stage}`)}</span>
            <span className="ms-auto text-end text-sm text-ink-3 tabular-nums">
              {t(`outcome.${outcome}`)}
              {outcome === 'done' && seconds !== undefined && seconds !== '' && (
                <> · {durationText(seconds)}</>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Distance in pixels at which the log counts as scrolled to its end. */
const NEAR = 24;

interface BuildLogProps {
  lines: readonly string[];
  /** Older lines were left out. */
  isCut: boolean;
}

/** The build log. It follows new lines until the reader scrolls up; a button resumes this. */
function BuildLog({ lines, isCut }: BuildLogProps) {
  const { t } = useTranslation('deployment');
  const [following, follow] = useState(true);
  const box = useRef<HTMLPreElement>(null);
  const text = lines.join('\n');

  useEffect(() => {
    if (following && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [following, text]);

  return (
    <section aria-labelledby="log-title" className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-(--control-small) items-center justify-between gap-3">
        <h3 id="log-title" className="text-base">
          {t('log.title')}
        </h3>
        {!following && (
          <Button size="small" onClick={() => follow(true)}>
            <ArrowDown aria-hidden />
            {t('log.follow')}
          </Button>
        )}
      </div>
      {isCut && <p className="text-sm text-ink-3">{t('log.cut')}</p>}
      <pre
        ref={box}
        // Dark in both themes: this attribute applies the dark theme's tokens to the log.
        data-theme="dark"
        role="log"
        aria-live="off"
        aria-labelledby="log-title"
        tabIndex={0}
        lang="en"
        onScroll={({ currentTarget }) => {
          const { scrollHeight, scrollTop, clientHeight } = currentTarget;
          follow(scrollHeight - scrollTop - clientHeight <= NEAR);
        }}
        className="max-h-80 min-h-24 overflow-y-auto rounded-md bg-sunk p-4 text-sm wrap-anywhere whitespace-pre-wrap text-ink"
      >
        {text || <span className="text-ink-3">{t('log.empty')}</span>}
      </pre>
    </section>
  );
}

/** The current state of one deployment. Give it the id as its key. */
export function StatusCard({ id }: { id: string }) {
  const { t } = useTranslation(['deployment', 'findings', 'ops']);
  const { formatDateTime } = useDates();
  const refresh = useRefreshHistory();
  const { query, status, stopped, followAgain } = useDeploymentPolling(id, (ended) => {
    refresh();
    const code = ended.fault;
    if (ended.stage === 'completed') toast.success(t(`success.${ended.kind}`));
    else toast.error(t('failed'), code && { description: t(`findings:fault.${code}.is`) });
  });

  if (isCode(query.error, 'NOT_FOUND'))
    return <ErrorState title={t('unknown')} query={{ error: query.error }} />;
  if (!status && !stopped) return <Skeleton className="h-80" />;
  const stoppedNotice = stopped && (
    <Notice tone="caution" role="alert">
      <p className="mb-3">{t('stopped')}</p>
      <Button onClick={followAgain}>{t('followAgain')}</Button>
    </Notice>
  );
  if (!status) return stoppedNotice;
  const { details, progress, stage, timestamp } = status;
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{status.projectName}</h2>
        <StageBadge stage={stage} />
        <p className="w-full text-sm wrap-anywhere text-ink-2">
          {t(`ops:kind.${status.kind}`)} ·{' '}
          {t('startedBy', {
            name: status.startedBy,
            when: formatDateTime(status.startedAt),
          })}
          {status.domain && ` · ${status.domain}`}
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <div className="flex items-baseline justify-between gap-4">
          <p role="status">{status.message}</p>
          <span className="font-semibold tabular-nums">{progress}%</span>
        </div>
        <Progress label={t('progress')} value={progress} />
        <p className="text-sm text-ink-3">
          {t('lastUpdated')}:{' '}
          <time dateTime={timestamp}>
            {hasEnded(status) ? formatDateTime(timestamp) : formatClock(timestamp)}
          </time>
        </p>
      </div>
      {stoppedNotice}
      <Outcome status={status} />
      <Timeline status={status} />
      <BuildLog lines={details.buildLogs} isCut={details.isLogCut} />
    </Card>
  );
}
