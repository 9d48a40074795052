import type { BackupStatus } from '@ctdb/contracts';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { useLanguage } from '@/i18n/use-language';
import { formatMoment } from '@/lib/moments';
import { whole } from '@/lib/numbers';

function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <Card className="flex flex-col gap-1">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-3xl font-semibold tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-ink-3">{note}</dd>}
    </Card>
  );
}

/** Rounded down: 100 % is said only where it is so. */
const coverageText = (percent: number): string => `${Math.floor(percent * 10) / 10}%`;

/** How many images there are, and how many of them have a copy that is known to be right. */
export function StatCards({ status }: { status: BackupStatus }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const { totalImages, totalBackups, backupCoverage, verifiedSince } = status;
  const isProtected = backupCoverage >= 100 || totalImages === 0;
  const Sign = isProtected ? ShieldCheck : ShieldAlert;
  return (
    <section aria-label={t('stats.label')}>
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Stat label={t('stats.total')} value={whole(totalImages)} />
        <Stat label={t('stats.backedUp')} value={whole(totalBackups)} />
        <Stat
          label={t('stats.coverage')}
          value={coverageText(backupCoverage)}
          note={
            verifiedSince && t('stats.verified', { date: formatMoment(verifiedSince, language) })
          }
        />
        <Stat
          label={t('stats.protection')}
          value={
            <Badge tone={isProtected ? 'green' : 'amber'} className="text-lg">
              <Sign aria-hidden className="size-5" />
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
