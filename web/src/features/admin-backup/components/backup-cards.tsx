import type { BackupStatus, MediaQueueState } from '@ctdb/contracts';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useDurationText } from '@/i18n/enum-labels';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { formatCoverage, formatInteger } from '@/lib/numbers';
import { useQueues, useStartRun } from '../api/backups';

function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <Card className="flex flex-col gap-1">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-3xl font-semibold tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-ink-3">{note}</dd>}
    </Card>
  );
}

/** The number of images, and how many of them have a verified backup. */
export function StatCards({ status }: { status: BackupStatus }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const { totalImages, totalBackups, backupCoverage, verifiedSince } = status;
  const isProtected = backupCoverage >= 100 || totalImages === 0;
  const StatusIcon = isProtected ? ShieldCheck : ShieldAlert;
  return (
    <section aria-label={t('stats.label')}>
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Stat label={t('stats.total')} value={formatInteger(totalImages)} />
        <Stat label={t('stats.backedUp')} value={formatInteger(totalBackups)} />
        <Stat
          label={t('stats.coverage')}
          value={formatCoverage(backupCoverage)}
          note={
            verifiedSince && t('stats.verified', { date: formatDateTime(verifiedSince, language) })
          }
        />
        <Stat
          label={t('stats.protection')}
          value={
            <Badge tone={isProtected ? 'green' : 'amber'} className="text-lg">
              <StatusIcon aria-hidden className="size-5" />
              {t(isProtected ? 'stats.protected' : 'stats.partly')}
            </Badge>
          }
          note={
            isProtected
              ? t('stats.protectedText')
              : t('stats.partlyText', { count: Math.max(0, totalImages - totalBackups) })
          }
        />
      </dl>
    </section>
  );
}

interface ResultProps {
  drill: NonNullable<BackupStatus['lastDrill']>;
  passedAt: string | undefined;
}

function Result({ drill, passedAt }: ResultProps) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const durationText = useDurationText();
  const rows = [
    [t('drill.when'), formatDateTime(drill.at, language)],
    [t('drill.duration'), durationText(drill.seconds)],
    [t('drill.images'), formatInteger(drill.images)],
    [t('drill.mismatches'), formatInteger(drill.mismatches)],
    [
      t('drill.lastPassed'),
      !drill.passed && (passedAt ? formatDateTime(passedAt, language) : t('drill.never')),
    ],
  ] as const;
  return (
    <div className="flex flex-col gap-2">
      <Badge tone={drill.passed ? 'green' : 'red'}>
        {t(drill.passed ? 'drill.passed' : 'drill.notPassed')}
      </Badge>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-ink-2">{label}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

/** Starts a restore drill, and shows the last one, and when one passed last. */
export function DrillCard({ status }: { status: BackupStatus }) {
  const { t } = useTranslation('backup');
  const { start, pending } = useStartRun('drill', status);
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('drill.title')}</h2>
      <p className="text-ink-2">{t('drill.text')}</p>
      {status.lastDrill ? (
        <Result drill={status.lastDrill} passedAt={status.drillPassedAt} />
      ) : (
        <p className="text-ink-2">{t('drill.none')}</p>
      )}
      <Button pending={pending} onClick={() => void start()}>
        {t(pending ? 'drill.running' : 'drill.action')}
      </Button>
    </Card>
  );
}

/** Restores all missing or damaged images, after a confirmation. */
export function RestoreCard({ status }: { status: BackupStatus }) {
  const { t } = useTranslation('backup');
  const [asking, ask] = useState(false);
  const { start, pending } = useStartRun('restore', status);
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('restore.title')}</h2>
      <p className="text-ink-2">{t('restore.text')}</p>
      <Button pending={pending} disabled={status.totalBackups === 0} onClick={() => ask(true)}>
        {t(pending ? 'restore.running' : 'restore.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        question={t('restore.question')}
        consequence={t('restore.consequence')}
        confirm={t('restore.confirm')}
        variant="primary"
        onConfirm={() => {
          ask(false);
          void start();
        }}
      />
    </Card>
  );
}

const states = ['waiting', 'active', 'delayed', 'failed'] as const;

function Queues({ queues }: { queues: readonly MediaQueueState[] }) {
  const { t } = useTranslation('backup');
  return (
    <ul>
      {queues.map((queue) => (
        <li key={queue.name} className="border-b border-line py-3 last:border-0">
          <h3 className="font-medium">{t(`queues.names.${queue.name}`)}</h3>
          <dl className="mt-1 grid grid-cols-2 gap-x-6 gap-y-1 text-sm">
            {states.map((state) => (
              <div key={state} className="flex justify-between gap-2">
                <dt className="text-ink-2">{t(`queues.${state}`)}</dt>
                <dd className="tabular-nums">{formatInteger(queue[state])}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The waiting and active jobs. */
export function QueuesCard() {
  const { t } = useTranslation('backup');
  const { data, isError, error, refetch } = useQueues();
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lg">{t('queues.title')}</h2>
      {data && <Queues queues={data.queues} />}
      {!data && isError && (
        <ErrorState title={t('queues.failedToLoad')} query={{ error, refetch }} />
      )}
      {!data && !isError && <Skeleton className="h-28" />}
    </Card>
  );
}

/** The backup schedule, the checks and the storage location. */
export function HowBackupsWork({ directory }: { directory: string }) {
  const { t } = useTranslation('backup');
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lg">{t('how.title')}</h2>
      <ul className="flex list-disc flex-col gap-2 ps-5 text-ink-2">
        <li>{t('how.automatic')}</li>
        <li>{t('how.checksums')}</li>
      </ul>
      <p>
        <span className="block text-ink-2">{t('how.location')}</span>
        <code className="wrap-anywhere">{directory}</code>
      </p>
    </Card>
  );
}
