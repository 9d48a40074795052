import type { Certificate } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n/use-language';
import { formatDate } from '@/lib/dates';

/** Whose certificate https answered with, from whom, and for how long. */
export function CertificateFacts({ certificate }: { certificate: Certificate | undefined }) {
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
