import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { StageBadge } from '@/components/deployment-stage-badge';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useLanguage } from '@/lib/language';
import { formatDate, formatDateTime } from '@/lib/dates';
import { formatCoverage, formatInteger } from '@/lib/numbers';
import type { Overview } from '@/lib/overview';

interface OverviewCardProps {
  title: string;
  /** The path of the screen with the details. */
  to?: string;
  link?: string;
  /** The service with this data is unreachable. */
  isUnavailable?: boolean;
  children?: ReactNode;
}

/** One card of the overview; shows a notice if its service is unreachable. */
export function OverviewCard({
  title,
  to,
  link,
  isUnavailable = false,
  children,
}: OverviewCardProps) {
  const { t } = useTranslation('operations');
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="flex h-full flex-col gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {isUnavailable ? <p className="text-caution">{t('away')}</p> : children}
        {to && (
          <LinkButton to={to} size="small" className="mt-auto self-start">
            {link}
          </LinkButton>
        )}
      </Card>
    </section>
  );
}

/** Names and values, one below the other. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const tones = { completed: 'green', running: 'blue', failed: 'red' } as const;

function State({ backup }: { backup: NonNullable<Overview['backup']> }) {
  const { t } = useTranslation('operations');
  const language = useLanguage();
  const { lastFull, lastDrill, coverage } = backup;
  const never = <span className="text-caution">{t('backup.never')}</span>;
  const full = lastFull && (
    <>
      {formatDateTime(lastFull.startTime, language)}
      <Badge tone={tones[lastFull.status]}>{t(`backup.state.${lastFull.status}`)}</Badge>
    </>
  );
  const drill = lastDrill && (
    <>
      {formatDateTime(lastDrill.at, language)}
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
        [t('backup.coverage'), formatCoverage(coverage)],
      ]}
    />
  );
}

/** The share of images with a verified backup. */
export function BackupCard({ backup }: Pick<Overview, 'backup'>) {
  const { t } = useTranslation('operations');
  return (
    <OverviewCard
      title={t('backup.title')}
      to="/admin-backup"
      link={t('backup.more')}
      isUnavailable={backup === undefined}
    >
      {backup && <State backup={backup} />}
    </OverviewCard>
  );
}

/** Whether mail is sent; earlier versions of ops do not say. */
export function MailCard({ ops }: Pick<Overview, 'ops'>) {
  const { t } = useTranslation('operations');
  const mail = ops?.mail;
  if (ops && !mail) return null;
  return (
    <OverviewCard title={t('mail.title')} isUnavailable={!ops}>
      {mail && <p className={mail === 'on' ? undefined : 'text-caution'}>{t(`mail.${mail}`)}</p>}
    </OverviewCard>
  );
}

/** Days before expiry from which the card shows a warning. */
const WARNING_DAYS = 21;

/** The remaining days of the site's own certificate. */
export function CertificateCard({ ops }: Pick<Overview, 'ops'>) {
  const { t } = useTranslation(['operations', 'findings', 'ops']);
  const language = useLanguage();
  const certificate = ops?.certificate;
  const daysText = (days: number) =>
    days >= 0 ? t('ops:days', { count: days }) : t('ops:expiredDays', { count: -days });
  const color = (days: number) => {
    if (days < 0) return 'text-danger';
    return days <= WARNING_DAYS ? 'text-caution' : '';
  };
  return (
    <OverviewCard
      title={t('certificate.title')}
      to="/dns-checker"
      link={t('certificate.more')}
      isUnavailable={ops === undefined || ops.unknown?.includes('certificate')}
    >
      {certificate ? (
        <>
          <p className={`text-xl font-semibold tabular-nums ${color(certificate.daysLeft)}`}>
            {daysText(certificate.daysLeft)}
          </p>
          {certificate.fault && (
            <p className="text-danger">
              {t(`findings:finding.${certificate.fault}.is`, { host: certificate.subject })}
            </p>
          )}
          <Facts
            rows={[
              [t('certificate.subject'), certificate.subject],
              [t('certificate.until'), formatDate(certificate.validTo, language)],
              [t('certificate.checked'), formatDateTime(certificate.checkedAt, language)],
            ]}
          />
        </>
      ) : (
        <p className="text-ink-2">{t('certificate.none')}</p>
      )}
    </OverviewCard>
  );
}

/** The number of dead letters that an administrator has to resolve. */
export function DeadLettersCard({ ops }: Pick<Overview, 'ops'>) {
  const { t } = useTranslation('operations');
  const count = ops?.waitingDeadLetters ?? 0;
  return (
    <OverviewCard
      title={t('deadLetters.title')}
      to="/admin-dead-letters"
      link={t('deadLetters.more')}
      isUnavailable={ops?.waitingDeadLetters === undefined}
    >
      <p className={`text-xl font-semibold tabular-nums ${count > 0 ? 'text-danger' : ''}`}>
        {formatInteger(count)}
      </p>
      <p className="text-ink-2">{t('deadLetters.waiting', { count })}</p>
    </OverviewCard>
  );
}

/** The last deployment and its result. */
export function DeploymentCard({ deployment }: Pick<Overview, 'deployment'>) {
  const { t } = useTranslation(['operations', 'findings', 'ops']);
  const language = useLanguage();
  return (
    <OverviewCard
      title={t('deployment.title')}
      to="/deployment"
      link={t('deployment.more')}
      isUnavailable={deployment === undefined}
    >
      {deployment ? (
        <Facts
          rows={[
            [
              t('deployment.project'),
              <>
                {deployment.projectName} <StageBadge key="stage" stage={deployment.stage} />
              </>,
            ],
            [t('deployment.kind'), t(`ops:kind.${deployment.kind}`)],
            [
              t('deployment.started'),
              t('deployment.by', {
                when: formatDateTime(deployment.startedAt, language),
                name: deployment.startedBy,
              }),
            ],
          ]}
        />
      ) : (
        <p className="text-ink-2">{t('deployment.none')}</p>
      )}
    </OverviewCard>
  );
}
