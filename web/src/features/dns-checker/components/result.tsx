import { type Certificate, type DnsCheck, HIDDEN_ADDRESS } from '@ctdb/contracts';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  DomainFindings,
  DomainStatusBadge,
  DefaultSettingsNotice,
} from '@/components/domain-findings';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { useDates } from '@/lib/dates';

/** Subject, issuer and validity of the HTTPS certificate. */
function CertificateFacts({ certificate }: { certificate: Certificate | undefined }) {
  const { t } = useTranslation(['dns', 'ops']);
  const { formatDate } = useDates();
  if (!certificate) return <p className="text-ink-2">{t('certificate.none')}</p>;
  const { subject, issuer, names, validFrom, validTo, daysLeft } = certificate;
  const left =
    daysLeft >= 0
      ? t('ops:days', { count: daysLeft })
      : t('ops:expiredDays', { count: Math.abs(daysLeft) });
  const rows = [
    [t('certificate.subject'), subject],
    [t('certificate.issuer'), issuer],
    [t('certificate.names'), names.join(', ')],
    [t('certificate.from'), formatDate(validFrom)],
    [t('certificate.to'), `${formatDate(validTo)} (${left})`],
  ] as const;
  return <Facts rows={rows} />;
}

const kinds = ['a', 'aaaa', 'cname', 'caa', 'www'] as const;

/** The DNS records that were found, by type. */
function Records({ records, expected }: Pick<DnsCheck, 'records' | 'expected'>) {
  const { t } = useTranslation(['dns', 'findings', 'ops']);
  return (
    <Facts
      isStacked
      className="sm:grid-cols-2"
      rows={kinds.map((kind) => [
        t(`record.${kind}`),
        <div key={kind}>
          {records[kind].length === 0 && <p className="text-ink-3">{t('record.none')}</p>}
          {records[kind].map((value) => (
            <p key={value}>
              {value === HIDDEN_ADDRESS ? t('record.hidden') : <code>{value}</code>}
            </p>
          ))}
          {kind === 'aaaa' && expected.aaaa && (
            <p className="text-sm text-ink-3">
              {t('findings:compare.expected', { expected: expected.aaaa })}
            </p>
          )}
        </div>,
      ])}
    />
  );
}

/** Everything that a check found. */
export function Result({ check }: { check: DnsCheck }) {
  const { t } = useTranslation('dns');
  const { formatDateTime } = useDates();
  const { domain, displayDomain, isConfigured } = check;
  const signs = [
    ['reachable', check.reachable],
    ['ssl', check.sslValid],
    ['redirect', check.redirectsToHttps],
  ] as const;
  return (
    <section aria-labelledby="result-title" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="result-title" className="text-lg wrap-anywhere">
          {displayDomain}
        </h2>
        <DomainStatusBadge isConfigured={isConfigured} />
        <p className="w-full text-sm text-ink-3">
          {domain !== displayDomain && <span className="wrap-anywhere">{domain} · </span>}
          <span>{t('checkedAt', { when: formatDateTime(check.checkedAt) })}</span>
        </p>
      </div>
      <DefaultSettingsNotice check={check} />
      <Facts
        isStacked
        className="sm:grid-cols-3"
        rows={signs.map(([name, holds]) => {
          const StatusIcon = holds ? CircleCheck : CircleX;
          const value = (
            <span key={name} className="flex items-start gap-2">
              <StatusIcon
                aria-hidden
                className={`mt-[0.2em] size-5 shrink-0 ${holds ? 'text-success' : 'text-danger'}`}
              />
              {holds ? t(`${name}.yes`) : t(`${name}.no`)}
            </span>
          );
          return [t(`${name}.label`), holds !== undefined && value];
        })}
      />
      <DomainFindings findings={check.findings} domain={displayDomain} />
      <Card className="flex flex-col gap-4">
        <h3 className="text-base">{t('record.title')}</h3>
        <Records records={check.records} expected={check.expected} />
      </Card>
      <Card className="flex flex-col gap-4">
        <h3 className="text-base">{t('certificate.title')}</h3>
        <CertificateFacts certificate={check.certificate} />
      </Card>
    </section>
  );
}
