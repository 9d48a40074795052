import type { ProcessHealth } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { useLanguage } from '@/i18n/use-language';
import { formatClock, formatMoment } from '@/lib/moments';

const tones = { ready: 'green', notReady: 'amber', silent: 'red' } as const;

function Process({ process }: { process: ProcessHealth }) {
  const { t } = useTranslation('operations');
  const language = useLanguage();
  const { name, instance, state, startedAt, lastSeenAt, dependencies } = process;
  const away = dependencies.filter(({ isUp }) => !isUp).map((one) => one.name);
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{name}</span>
        <Badge tone={tones[state]}>{t(`process.state.${state}`)}</Badge>
        <span className="min-w-0 text-sm wrap-anywhere text-ink-3">{instance}</span>
      </p>
      {away.length > 0 && (
        <p className="text-sm text-danger">{t('process.away', { names: away.join(', ') })}</p>
      )}
      <p className="text-sm text-ink-3 tabular-nums">
        {t('process.since', { when: formatMoment(startedAt, language) })} ·{' '}
        {t('process.seen', { when: formatClock(lastSeenAt) })}
      </p>
    </li>
  );
}

/** The processes of the product; those that need somebody come first. */
export function ProcessList({ processes }: { processes: readonly ProcessHealth[] }) {
  const { t } = useTranslation('operations');
  const order = ['silent', 'notReady', 'ready'];
  const sorted = [...processes].sort(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.name.localeCompare(b.name),
  );
  const bad = processes.filter(({ state }) => state !== 'ready').length;
  return (
    <>
      <p className={bad > 0 ? 'font-semibold text-danger' : 'text-ink-2'}>
        {bad > 0
          ? t('process.bad', { count: bad })
          : t('process.good', { count: processes.length })}
      </p>
      <ul>
        {sorted.map((process) => (
          <Process key={`${process.name} ${process.instance}`} process={process} />
        ))}
      </ul>
    </>
  );
}
