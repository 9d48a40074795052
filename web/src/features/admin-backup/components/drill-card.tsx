import type { BackupStatus } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useLanguage } from '@/i18n/use-language';
import { useLengthWords } from '@/i18n/use-length-words';
import { formatMoment } from '@/lib/moments';
import { whole } from '@/lib/numbers';

import { useRun } from '../model/use-run';

function Result({ drill }: { drill: NonNullable<BackupStatus['lastDrill']> }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const lengthWords = useLengthWords();
  const rows = [
    [t('drill.when'), formatMoment(drill.at, language)],
    [t('drill.duration'), lengthWords(drill.seconds)],
    [t('drill.images'), whole(drill.images)],
    [t('drill.mismatches'), whole(drill.mismatches)],
  ] as const;
  return (
    <div className="flex flex-col gap-2">
      <Badge tone={drill.passed ? 'green' : 'red'}>
        {t(drill.passed ? 'drill.passed' : 'drill.notPassed')}
      </Badge>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Proves that a restore works, and says when it last did. */
export function DrillCard({ status }: { status: BackupStatus }) {
  const { t } = useTranslation('backup');
  const { start, pending } = useRun('drill', status);
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('drill.title')}</h2>
      <p className="text-ink-2">{t('drill.text')}</p>
      {status.lastDrill ? (
        <Result drill={status.lastDrill} />
      ) : (
        <p className="text-ink-2">{t('drill.none')}</p>
      )}
      <Button pending={pending} onClick={() => void start()}>
        {t(pending ? 'drill.running' : 'drill.action')}
      </Button>
    </Card>
  );
}
