import type { DnsCheck, DnsFinding } from '@ctdb/contracts';
import { CircleAlert, CircleCheck, Lightbulb, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Notice } from '@/components/ui/notice';
import { useConfig } from '@/lib/session';

/** Whether a domain leads here as it should. */
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

/** Says that nobody has told this installation its own domain and address yet. */
export function DefaultSettingsNotice({ check }: { check: Check }) {
  const { t } = useTranslation('ops');
  const domain = useConfig()?.siteDomain ?? '';
  if (!check.usesDefaults) return null;
  return (
    <Notice tone="caution">{t('check.defaults', { domain, address: check.expected.a })}</Notice>
  );
}

/** Words for what a check found; `domain` stands in where a finding names no host. */
export const useFindingMessages = (domain: string) => {
  const { t } = useTranslation('ops');
  const values = ({ host = domain, days = 0 }: DnsFinding) => ({ host, count: days });

  /** "expected 203.0.113.7, found 198.51.100.2"; empty where there is nothing to compare. */
  const comparison = ({ expected, found = [] }: DnsFinding): string => {
    const seen = found.join(', ');
    if (expected && seen) return t('compare.both', { expected, found: seen });
    if (expected) return t('compare.expected', { expected });
    return seen && t('compare.found', { found: seen });
  };

  return {
    /** What is so. */
    fact: (finding: DnsFinding): string => t(`finding.${finding.code}.is`, values(finding)),
    /** What to do about it. */
    advice: (finding: DnsFinding): string => t(`finding.${finding.code}.todo`, values(finding)),
    comparison,
  };
};

interface FindingsProps {
  findings: readonly DnsFinding[];
  /** What the findings are about, where they do not say. */
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

/** What is wrong: expected against found. */
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
              {words.fact(finding)}{' '}
              <span className="text-ink-2 tabular-nums">{words.comparison(finding)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What to do: about each issue, and what would be better. */
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
              {finding.severity === 'advice' && `${words.fact(finding)} `}
              {words.advice(finding)}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
