import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import type { DomainCheck } from '../api/use-domain-check';
import { Copyable } from './copyable';

/** The records that lead a domain here. */
export function DnsTab({ domain = '', query }: Pick<DomainCheck, 'domain' | 'query'>) {
  const { t } = useTranslation('domainSetup');
  const expected = query.data?.expected;
  const records = [
    { type: 'A', host: '@', value: expected?.a, what: t('dns.address') },
    ...(expected?.aaaa
      ? [{ type: 'AAAA', host: '@', value: expected.aaaa, what: t('dns.address') }]
      : []),
    { type: 'CNAME', host: 'www', value: expected?.www ?? domain, what: t('dns.target') },
  ];
  return (
    <div className="flex flex-col gap-6">
      <p>{t('dns.intro')}</p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {records.map(({ type, host, value, what }) => (
          <li key={type} className="rounded-lg border border-line bg-raised p-4">
            <h3 className="mb-2 text-base">{t('dns.record', { type })}</h3>
            <dl className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
              <dt className="text-ink-2">{t('dns.host')}</dt>
              <dd className="min-w-0">
                <Copyable value={host} name={t('dns.hostOf', { type })} />
              </dd>
              <dt className="text-ink-2">{what}</dt>
              <dd className="min-w-0">
                {value ? (
                  <Copyable value={value} name={`${what}, ${type}`} />
                ) : (
                  <span className="text-ink-3">{t('dns.unknown')}</span>
                )}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      <Notice tone="caution">{t('dns.propagation')}</Notice>
    </div>
  );
}
