import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n/use-language';
import { formatDate } from '@/lib/dates';
import { formatMoment } from '@/lib/moments';
import type { Overview } from '../api/overview';
import { Facts, Part } from './part';

/** Days before its end at which somebody should look. */
const SOON = 21;

/** How long the own domain's certificate lasts. */
export function CertificatePart({ ops }: Pick<Overview, 'ops'>) {
  const { t } = useTranslation(['operations', 'ops']);
  const language = useLanguage();
  const certificate = ops?.certificate;
  const words = (days: number) =>
    days >= 0 ? t('ops:days', { count: days }) : t('ops:expiredDays', { count: -days });
  const colour = (days: number) => {
    if (days < 0) return 'text-danger';
    return days <= SOON ? 'text-caution' : '';
  };
  return (
    <Part
      title={t('certificate.title')}
      to="/dns-checker"
      link={t('certificate.more')}
      away={ops === undefined || ops.unknown?.includes('certificate')}
    >
      {certificate ? (
        <>
          <p className={`text-xl font-semibold tabular-nums ${colour(certificate.daysLeft)}`}>
            {words(certificate.daysLeft)}
          </p>
          {certificate.fault && (
            <p className="text-danger">
              {t(`ops:finding.${certificate.fault}.is`, { host: certificate.subject })}
            </p>
          )}
          <Facts
            rows={[
              [t('certificate.subject'), certificate.subject],
              [t('certificate.until'), formatDate(certificate.validTo, language)],
              [t('certificate.checked'), formatMoment(certificate.checkedAt, language)],
            ]}
          />
        </>
      ) : (
        <p className="text-ink-2">{t('certificate.none')}</p>
      )}
    </Part>
  );
}
