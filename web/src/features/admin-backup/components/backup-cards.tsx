import type { BackupStatus } from '@ctdb/contracts';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Facts, Figures } from '@/components/ui/facts';
import { useDurationText } from '@/i18n/enum-labels';
import { useDates } from '@/lib/dates';
import { formatCoverage, formatInteger } from '@/lib/numbers';
import { useStartRun } from '../api/backups';

/** The number of images, and how many of them have a verified backup. */
export function StatCards({ status }: { status: BackupStatus }) {
  const { t } = useTranslation('backup');
  const { formatDateTime } = useDates();
  const { totalImages, totalBackups, backupCoverage, verifiedSince } = status;
  const isProtected = backupCoverage >= 100 || totalImages === 0;
  const StatusIcon = isProtected ? ShieldCheck : ShieldAlert;
  return (
    <section aria-label={t('stats.label')}>
      <Figures
        className="sm:grid-cols-2 xl:grid-cols-4"
        rows={[
          { label: t('stats.total'), value: formatInteger(totalImages) },
          { label: t('stats.backedUp'), value: formatInteger(totalBackups) },
          {
            label: t('stats.coverage'),
            value: formatCoverage(backupCoverage),
            note: verifiedSince && t('stats.verified', { date: formatDateTime(verifiedSince) }),
          },
          {
            label: t('stats.protection'),
            value: (
              <Badge tone={isProtected ? 'green' : 'amber'} className="text-lg">
                <StatusIcon aria-hidden className="size-5" />
                <span>{t(isProtected ? 'stats.protected' : 'stats.partly')}</span>
                <span className="text-sm font-normal">{t('stats.onlyImages')}</span>
              </Badge>
            ),
            note: isProtected
              ? t('stats.protectedText')
              : t('stats.partlyText', { count: Math.max(0, totalImages - totalBackups) }),
          },
        ]}
      />
    </section>
  );
}

/** Starts a restore drill, and shows the last one, and when one passed last. */
export function DrillCard({ status }: { status: BackupStatus }) {
  const { t } = useTranslation('backup');
  const { formatDateTime } = useDates();
  const durationText = useDurationText();
  const { start, pending } = useStartRun('drill', status);
  const { lastDrill: drill, drillPassedAt } = status;
  const passedAt = drillPassedAt ? formatDateTime(drillPassedAt) : t('drill.never');
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('drill.title')}</h2>
      <p className="text-ink-2">{t('drill.text')}</p>
      {drill ? (
        <div className="flex flex-col gap-2">
          <Badge tone={drill.passed ? 'green' : 'red'}>
            {t(drill.passed ? 'drill.passed' : 'drill.notPassed')}
          </Badge>
          <Facts
            rows={[
              [t('drill.when'), formatDateTime(drill.at)],
              [t('drill.duration'), durationText(drill.seconds)],
              [t('drill.images'), formatInteger(drill.images)],
              [t('drill.mismatches'), formatInteger(drill.mismatches)],
              [t('drill.lastPassed'), !drill.passed && passedAt],
            ]}
          />
        </div>
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
  const { start, pending } = useStartRun('restore', status);
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('restore.title')}</h2>
      <p className="text-ink-2">{t('restore.text')}</p>
      <ConfirmButton
        pending={pending}
        disabled={status.totalBackups === 0}
        action={t(pending ? 'restore.running' : 'restore.action')}
        confirm={t('restore.confirm')}
        question={t('restore.question')}
        consequence={t('restore.consequence')}
        confirmVariant="primary"
        failed={t('startFailed')}
        run={start}
      />
    </Card>
  );
}
