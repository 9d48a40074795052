import type { CompleteBackupStatus } from '@ctdb/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CompleteBackupBadge, NoCompleteBackup } from '@/components/complete-backup';
import { StageBadge } from '@/components/deployment-stage-badge';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/button';
import { ListRow } from '@/components/ui/list-row';
import { Notice } from '@/components/ui/notice';
import { useDates } from '@/lib/dates';
import { formatCoverage, formatInteger } from '@/lib/numbers';
import { type Overview, useWarningText } from '@/lib/overview';

interface StatusRowProps {
  title: string;
  badge?: ReactNode;
  /** The screen with the details: its path, and the text of the link. */
  link?: readonly [path: string, text: string];
  /** The service with this data is unreachable. */
  isUnavailable: boolean;
  children?: ReactNode;
}

/** One row of the status; says so if its service is unreachable. */
function StatusRow({ title, badge, link, isUnavailable, children }: StatusRowProps) {
  const { t } = useTranslation('operations');
  const [path, text] = link ?? [];
  return (
    <ListRow
      title={title}
      badges={badge}
      actions={
        path && (
          <LinkButton size="small" to={path}>
            {text}
          </LinkButton>
        )
      }
    >
      {isUnavailable ? <p className="text-caution">{t('away')}</p> : children}
    </ListRow>
  );
}

const tones = { completed: 'green', running: 'blue', failed: 'red' } as const;

function LastRun({ name, at, badge }: { name: string; at: string | undefined; badge: ReactNode }) {
  const { t } = useTranslation('operations');
  const { formatDateTime } = useDates();
  return (
    <p className="flex flex-wrap gap-x-2">
      <span>{name}:</span>
      {at ? (
        <span>{formatDateTime(at)}</span>
      ) : (
        <span className="text-caution">{t('backup.never')}</span>
      )}
      {badge}
    </p>
  );
}

/** Days before expiry from which the row shows a warning. */
const WARNING_DAYS = 21;

/** The remaining days of the site's own certificate. */
function CertificateRow({ ops }: Pick<Overview, 'ops'>) {
  const { t } = useTranslation(['operations', 'findings', 'ops']);
  const { formatDate, formatDateTime } = useDates();
  const { certificate, unknown } = ops ?? {};
  const days = certificate?.daysLeft ?? 0;
  const tone = days <= WARNING_DAYS ? 'amber' : 'green';
  const left = days >= 0 ? t('ops:days', { count: days }) : t('ops:expiredDays', { count: -days });
  return (
    <StatusRow
      title={t('certificate.title')}
      badge={certificate && <Badge tone={days < 0 ? 'red' : tone}>{left}</Badge>}
      link={['/dns-checker', t('certificate.more')]}
      isUnavailable={!ops || unknown?.includes('certificate') === true}
    >
      {certificate?.fault && (
        <p className="text-danger">
          {t(`findings:finding.${certificate.fault}.is`, { host: certificate.subject })}
        </p>
      )}
      <p>
        {certificate
          ? [
              certificate.subject,
              `${t('certificate.until')}: ${formatDate(certificate.validTo)}`,
              `${t('certificate.checked')}: ${formatDateTime(certificate.checkedAt)}`,
            ].join(' · ')
          : t('certificate.none')}
      </p>
    </StatusRow>
  );
}

interface StatusProps {
  overview: Overview;
  /** Absent while it is unknown. */
  complete: CompleteBackupStatus | undefined;
}

/** First of all: that all is good, or what needs a person. */
export function Attention({ overview: { ops, backup, deployment }, complete }: StatusProps) {
  const { t } = useTranslation('operations');
  const warningText = useWarningText();
  const { processes = [], waitingDeadLetters = 0, warnings = [] } = ops ?? {};
  const isMissing = complete !== undefined && !complete.last;
  const bad = processes.filter(({ state }) => state !== 'ready').length;
  const isPartUnknown =
    !complete || !ops || !backup || deployment === undefined || ops.unknown !== undefined;
  const { certificate } = ops ?? {};
  const hasCertificateProblem =
    certificate !== undefined && (certificate.daysLeft <= 0 || certificate.fault !== undefined);
  const hasBackupProblem =
    complete?.failure !== undefined ||
    backup?.lastFull?.status === 'failed' ||
    backup?.lastDrill?.passed === false;
  const items: readonly (readonly [key: string, text: string | false])[] = [
    ['backup', isMissing && t('attention.backup')],
    ...warnings
      .filter(({ code }) => !isMissing || code !== 'completeBackupMissing')
      .map((warning) => [warning.code, warningText(warning)] as const),
    ['backups', hasBackupProblem && t('attention.backups')],
    ['certificate', hasCertificateProblem && t('attention.certificate')],
    ['deployment', deployment?.stage === 'failed' && t('attention.deployment')],
    ['processes', bad > 0 && t('process.bad', { count: bad })],
    ['letters', waitingDeadLetters > 0 && t('deadLetters.waiting', { count: waitingDeadLetters })],
    ['unknown', isPartUnknown && t('attention.unknown')],
  ];
  const shown = items.filter(([, text]) => text !== false);
  if (shown.length === 0) return <Notice tone="success">{t('attention.none')}</Notice>;
  return (
    <Notice tone="danger">
      <p className="font-semibold">{t('attention.some', { count: shown.length })}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {shown.map(([key, text]) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** A row for each part of the installation, with a link to its screen. Backups of everything come first. */
export function StatusRows({ overview, complete }: StatusProps) {
  const { t } = useTranslation(['operations', 'backup', 'ops']);
  const { formatDateTime } = useDates();
  const { ops, backup, deployment } = overview;
  const { lastFull, lastDrill } = backup ?? {};
  const { waitingDeadLetters: count = 0, mail } = ops ?? {};
  return (
    <ul>
      <StatusRow
        title={t('backup:complete.title')}
        badge={complete && <CompleteBackupBadge status={complete} />}
        link={['/admin-backup', t('backup.more')]}
        isUnavailable={!complete}
      >
        {complete?.last && (
          <p>{`${t('backup:complete.at')}: ${formatDateTime(complete.last.startedAt)}`}</p>
        )}
        {complete && !complete.last && <NoCompleteBackup isExpected={complete.isExpected} />}
      </StatusRow>
      <StatusRow
        title={t('backup.title')}
        badge={
          backup && (
            <Badge tone={backup.coverage < 100 ? 'amber' : 'green'}>
              {formatCoverage(backup.coverage)}
            </Badge>
          )
        }
        isUnavailable={!backup}
      >
        <LastRun
          name={t('backup.lastFull')}
          at={lastFull?.startTime}
          badge={
            lastFull && (
              <Badge tone={tones[lastFull.status]}>{t(`backup.state.${lastFull.status}`)}</Badge>
            )
          }
        />
        <LastRun
          name={t('backup.lastDrill')}
          at={lastDrill?.at}
          badge={
            lastDrill && (
              <Badge tone={lastDrill.passed ? 'green' : 'red'}>
                {t(lastDrill.passed ? 'backup.passed' : 'backup.notPassed')}
              </Badge>
            )
          }
        />
      </StatusRow>
      <StatusRow
        title={t('deadLetters.title')}
        badge={count > 0 && <Badge tone="red">{formatInteger(count)}</Badge>}
        link={['/admin-dead-letters', t('deadLetters.more')]}
        isUnavailable={ops?.waitingDeadLetters === undefined}
      >
        <p>{t('deadLetters.waiting', { count })}</p>
      </StatusRow>
      <CertificateRow ops={ops} />
      <StatusRow
        title={t('deployment.title')}
        badge={deployment && <StageBadge stage={deployment.stage} />}
        link={['/deployment', t('deployment.more')]}
        isUnavailable={deployment === undefined}
      >
        <p>
          {deployment
            ? [
                deployment.projectName,
                t(`ops:kind.${deployment.kind}`),
                t('deployment.by', {
                  when: formatDateTime(deployment.startedAt),
                  name: deployment.startedBy,
                }),
              ].join(' · ')
            : t('deployment.none')}
        </p>
      </StatusRow>
      {/* Earlier versions of ops do not say whether mail is sent. */}
      {(!ops || mail) && (
        <StatusRow title={t('mail.title')} isUnavailable={!ops}>
          {mail && <p className={mail === 'on' ? '' : 'text-caution'}>{t(`mail.${mail}`)}</p>}
        </StatusRow>
      )}
    </ul>
  );
}
