import type { DnsFinding } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';

/** Words for what a check found; `domain` stands in where a finding names no host. */
export const useFindingWords = (domain: string) => {
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
