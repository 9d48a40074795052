import { useTranslation } from 'react-i18next';
import { whole } from '@/lib/numbers';
import type { Overview } from '../api/overview';
import { Part } from './part';

/** Whether messages wait for somebody to decide. */
export function DeadLettersPart({ ops }: Pick<Overview, 'ops'>) {
  const { t } = useTranslation('operations');
  const count = ops?.waitingDeadLetters ?? 0;
  return (
    <Part
      title={t('deadLetters.title')}
      to="/admin-dead-letters"
      link={t('deadLetters.more')}
      away={ops === undefined}
    >
      <p className={`text-xl font-semibold tabular-nums ${count > 0 ? 'text-danger' : ''}`}>
        {whole(count)}
      </p>
      <p className="text-ink-2">{t('deadLetters.waiting', { count })}</p>
    </Part>
  );
}
