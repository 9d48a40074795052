import { type Certificate, type DnsCheck, HIDDEN_ADDRESS } from '@ctdb/contracts';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  DomainFindings,
  DomainStatusBadge,
  DefaultSettingsNotice,
} from '@/components/domain-findings';
import { Card } from '@/components/ui/card';
import { useLanguage } from '@/lib/language';
import { formatDate, formatDateTime } from '@/lib/dates';

/** Subject, issuer and validity of the HTTPS certificate. */
function CertificateFacts({ certificate }: { certificate: Certificate | undefined }) {
  const { t } = useTranslation(['dns', 'ops']);
  const language = useLanguage();
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
    [t('certificate.from'), formatDate(validFrom, language)],
    [t('certificate.to'), `${formatDate(validTo, language)} (${left})`],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      {rows.map(([label, value]) => (
        <div key={label} className="sm:contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const kinds = ['a', 'aaaa', 'cname', 'caa', 'www'] as const;

/** The DNS records that were found, by type. */
function Records({ records, expected }: Pick<DnsCheck, 'records' | 'expected'>) {
  const { t } = useTranslation(['dns', 'findings', 'ops']);
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {kinds.map((kind) => (
        <div key={kind} className="min-w-0">
          <dt className="text-ink-2">{t(`record.${kind}`)}</dt>
          {records[kind].length === 0 && <dd className="text-ink-3">{t('record.none')}</dd>}
          {records[kind].map((value) => (
            <dd key={value} className="wrap-anywhere tabular-nums">
              {value === HIDDEN_ADDRESS ? t('record.hidden') : <code>{value}</code>}
            </dd>
          ))}
          {kind === 'aaaa' && expected.aaaa && (
            <dd className="text-sm wrap-anywhere text-ink-3 tabular-nums">
              {t('findings:compare.expected', { expected: expected.aaaa })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Fact({
  label,
  holds,
  yes,
  no,
}: {
  label: string;
  holds: boolean;
  yes: string;
  no: string;
}) {
  const StatusIcon = holds ? CircleCheck : CircleX;
  return (
    <div className="min-w-0">
      <dt className="text-ink-2">{label}</dt>
      <dd className="flex items-start gap-2">
        <StatusIcon
          aria-hidden
          className={`mt-[0.2em] size-5 shrink-0 ${holds ? 'text-success' : 'text-danger'}`}
        />
        {holds ? yes : no}
      </dd>
    </div>
  );
}

/** Everything that a check found. */
export function Result({ check }: { check: DnsCheck }) {
  const { t } = useTranslation('dns');
  const language = useLanguage();
  const { domain, displayDomain, isConfigured, reachable, sslValid, redirectsToHttps } = check;
  return (
    <section aria-labelledby="result-title" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="result-title" className="text-lg wrap-anywhere">
          {displayDomain}
        </h2>
        <DomainStatusBadge isConfigured={isConfigured} />
        <p className="w-full text-sm text-ink-3">
          {domain !== displayDomain && <span className="wrap-anywhere">{domain} · </span>}
          <span>{t('checkedAt', { when: formatDateTime(check.checkedAt, language) })}</span>
        </p>
      </div>
      <DefaultSettingsNotice check={check} />
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <Fact
          label={t('reachable.label')}
          holds={reachable}
          yes={t('reachable.yes')}
          no={t('reachable.no')}
        />
        <Fact label={t('ssl.label')} holds={sslValid} yes={t('ssl.yes')} no={t('ssl.no')} />
        {redirectsToHttps !== undefined && (
          <Fact
            label={t('redirect.label')}
            holds={redirectsToHttps}
            yes={t('redirect.yes')}
            no={t('redirect.no')}
          />
        )}
      </dl>
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
