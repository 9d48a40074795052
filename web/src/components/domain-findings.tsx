import type { DnsCheck, DnsFinding } from '@ctdb/contracts';
import { CircleAlert, CircleCheck, Lightbulb, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Notice } from '@/components/ui/notice';
import { useConfig } from '@/lib/session';

/** Whether the DNS records of a domain point to this installation. */
export function DomainStatusBadge({ isConfigured }: { isConfigured: boolean }) {
  const { t } = useTranslation('ops');
  const Sign = isConfigured ? CircleCheck : TriangleAlert;
  return (
    <Badge tone={isConfigured ? 'green' : 'amber'}>
      <Sign aria-hidden className="size-4" />
      {t(isConfigured ? 'check.configured' : 'check.needsSetup')}
    </Badge>
  );
}

type Check = Pick<DnsCheck, 'usesDefaults' | 'expected'>;

/** Warns that this installation still uses the default domain and address. */
export function DefaultSettingsNotice({ check }: { check: Check }) {
  const { t } = useTranslation('ops');
  const domain = useConfig()?.siteDomain ?? '';
  if (!check.usesDefaults) return null;
  return (
    <Notice tone="caution">{t('check.defaults', { domain, address: check.expected.a })}</Notice>
  );
}

/** Texts of DNS findings; `domain` is the default if a finding names no host. */
export const useFindingMessages = (domain: string) => {
  const { t } = useTranslation('findings');
  const values = ({ host = domain, days = 0 }: DnsFinding) => ({ host, count: days });

  /** "expected 203.0.113.7, found 198.51.100.2"; empty if there is nothing to compare. */
  const comparison = ({ expected, found = [] }: DnsFinding): string => {
    const seen = found.join(', ');
    if (expected && seen) return t('compare.both', { expected, found: seen });
    if (expected) return t('compare.expected', { expected });
    return seen && t('compare.found', { found: seen });
  };

  return {
    /** The problem that was found. */
    problem: (finding: DnsFinding): string => t(`finding.${finding.code}.is`, values(finding)),
    /** How an administrator can fix it. */
    recommendation: (finding: DnsFinding): string =>
      t(`finding.${finding.code}.todo`, values(finding)),
    comparison,
  };
};

interface FindingsProps {
  findings: readonly DnsFinding[];
  /** The host of findings that name none. */
  domain: string;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}

const keyOf = ({ code, host }: DnsFinding): string => `${code} ${host ?? ''}`;

/** The problems, each with expected and found values. */
export function IssueList({ findings, domain }: FindingsProps) {
  const { t } = useTranslation('ops');
  const words = useFindingMessages(domain);
  const issues = findings.filter(({ severity }) => severity === 'error');
  return (
    <Part title={t('check.issues')}>
      {issues.length === 0 && <p className="text-ink-2">{t('check.noIssues')}</p>}
      <ul className="flex flex-col gap-2">
        {issues.map((finding) => (
          <li key={keyOf(finding)} className="flex gap-2">
            <CircleAlert aria-hidden className="mt-[0.2em] size-5 shrink-0 text-danger" />
            <span className="min-w-0 wrap-anywhere">
              {words.problem(finding)}{' '}
              <span className="text-ink-2 tabular-nums">{words.comparison(finding)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The fix for each issue, and recommendations. */
export function RecommendationList({ findings, domain }: FindingsProps) {
  const { t } = useTranslation('ops');
  const words = useFindingMessages(domain);
  return (
    <Part title={t('check.recommendations')}>
      {findings.length === 0 && <p className="text-ink-2">{t('check.noRecommendations')}</p>}
      <ul className="flex flex-col gap-2">
        {findings.map((finding) => (
          <li key={keyOf(finding)} className="flex gap-2">
            <Lightbulb aria-hidden className="mt-[0.2em] size-5 shrink-0 text-caution" />
            <span className="min-w-0 wrap-anywhere">
              {finding.severity === 'advice' && `${words.problem(finding)} `}
              {words.recommendation(finding)}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
