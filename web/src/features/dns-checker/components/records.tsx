import type { DnsCheck } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';

const kinds = ['a', 'aaaa', 'cname', 'caa', 'www'] as const;

/** The records as they were found, kind by kind. */
export function Records({ records, expected }: Pick<DnsCheck, 'records' | 'expected'>) {
  const { t } = useTranslation(['dns', 'ops']);
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {kinds.map((kind) => (
        <div key={kind} className="min-w-0">
          <dt className="text-ink-2">{t(`record.${kind}`)}</dt>
          {records[kind].length === 0 && <dd className="text-ink-3">{t('record.none')}</dd>}
          {records[kind].map((value) => (
            <dd key={value} className="wrap-anywhere tabular-nums">
              <code>{value}</code>
            </dd>
          ))}
          {kind === 'aaaa' && expected.aaaa && (
            <dd className="text-sm wrap-anywhere text-ink-3 tabular-nums">
              {t('ops:compare.expected', { expected: expected.aaaa })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
