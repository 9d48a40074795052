import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { useLanguage } from '@/i18n/use-language';
import { formatMoment } from '@/lib/moments';
import type { Overview } from '../api/overview';
import { Facts, Part } from './part';

const tones = { completed: 'green', running: 'blue', failed: 'red' } as const;

function State({ backup }: { backup: NonNullable<Overview['backup']> }) {
  const { t } = useTranslation('operations');
  const language = useLanguage();
  const { lastFull, lastDrill, coverage } = backup;
  const never = <span className="text-caution">{t('backup.never')}</span>;
  const full = lastFull && (
    <>
      {formatMoment(lastFull.startTime, language)}
      <Badge tone={tones[lastFull.status]}>{t(`backup.state.${lastFull.status}`)}</Badge>
    </>
  );
  const drill = lastDrill && (
    <>
      {formatMoment(lastDrill.at, language)}
      <Badge tone={lastDrill.passed ? 'green' : 'red'}>
        {t(lastDrill.passed ? 'backup.passed' : 'backup.notPassed')}
      </Badge>
    </>
  );
  return (
    <Facts
      rows={[
        [t('backup.lastFull'), full ?? never],
        [t('backup.lastDrill'), drill ?? never],
        // Rounded down: 100 % is said only where it is so.
        [t('backup.coverage'), `${Math.floor(coverage * 10) / 10}%`],
      ]}
    />
  );
}

/** Whether the images could be brought back. */
export function BackupPart({ backup }: Pick<Overview, 'backup'>) {
  const { t } = useTranslation('operations');
  return (
    <Part
      title={t('backup.title')}
      to="/admin-backup"
      link={t('backup.more')}
      away={backup === undefined}
    >
      {backup && <State backup={backup} />}
    </Part>
  );
}
