import type { DnsFinding } from '@ctdb/contracts';
import { CircleAlert, Lightbulb } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFindingWords } from './use-finding-words';

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
  const words = useFindingWords(domain);
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
  const words = useFindingWords(domain);
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
