import type { DnsCheck, DnsFinding } from '@ctdb/contracts';
import { CircleAlert, CircleCheck, Lightbulb, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { useConfig } from '@/lib/session';

/** Whether the DNS records of a domain point to this installation. */
export function DomainStatusBadge({ isConfigured }: { isConfigured: boolean }) {
  const { t } = useTranslation('ops');
  const StatusIcon = isConfigured ? CircleCheck : TriangleAlert;
  return (
    <Badge tone={isConfigured ? 'green' : 'amber'}>
      <StatusIcon aria-hidden className="size-4" />
      {t(isConfigured ? 'check.configured' : 'check.needsSetup')}
    </Badge>
  );
}

type Check = Pick<DnsCheck, 'usesDefaults' | 'expected'>;

/** Warns that this installation still uses the default domain and IP address. */
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
    const actual = found.join(', ');
    if (expected && actual) return t('compare.both', { expected, found: actual });
    if (expected) return t('compare.expected', { expected });
    return actual && t('compare.found', { found: actual });
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

interface FindingListProps {
  title: string;
  /** Shown instead of an empty list. */
  none: string;
  findings: readonly DnsFinding[];
  icon: ReactNode;
  text: (finding: DnsFinding) => ReactNode;
}

function FindingList({ title, none, findings, icon, text }: FindingListProps) {
  const id = useId();
  return (
    <Section id={id} title={title} heading="h3" headingClass="mb-2 text-base">
      {findings.length === 0 && <p className="text-ink-2">{none}</p>}
      <ul className="flex flex-col gap-2">
        {findings.map((finding) => (
          <li
            key={`${finding.code} ${finding.host ?? ''}`}
            className="flex gap-2 [&_svg]:mt-[0.2em] [&_svg]:size-5 [&_svg]:shrink-0"
          >
            {icon}
            <span className="min-w-0 wrap-anywhere">{text(finding)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface DomainFindingsProps {
  findings: readonly DnsFinding[];
  /** The host of findings that name none. */
  domain: string;
}

/** The problems, each with expected and found values, and how to fix them. */
export function DomainFindings({ findings, domain }: DomainFindingsProps) {
  const { t } = useTranslation('ops');
  const { problem, recommendation, comparison } = useFindingMessages(domain);
  return (
    <>
      <FindingList
        title={t('check.issues')}
        none={t('check.noIssues')}
        findings={findings.filter(({ severity }) => severity === 'error')}
        icon={<CircleAlert aria-hidden className="text-danger" />}
        text={(finding) => (
          <>
            {problem(finding)}{' '}
            <span className="text-ink-2 tabular-nums">{comparison(finding)}</span>
          </>
        )}
      />
      <FindingList
        title={t('check.recommendations')}
        none={t('check.noRecommendations')}
        findings={findings}
        icon={<Lightbulb aria-hidden className="text-caution" />}
        text={(finding) =>
          `${finding.severity === 'advice' ? `${problem(finding)} ` : ''}${recommendation(finding)}`
        }
      />
    </>
  );
}
