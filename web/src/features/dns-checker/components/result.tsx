import type { DnsCheck } from '@ctdb/contracts';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CheckBadge } from '@/components/domains/check-badge';
import { DefaultSettings } from '@/components/domains/default-settings';
import { IssueList, RecommendationList } from '@/components/domains/finding-lists';
import { Card } from '@/components/ui/card';
import { useLanguage } from '@/i18n/use-language';
import { formatMoment } from '@/lib/moments';
import { CertificateFacts } from './certificate-facts';
import { Records } from './records';

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
  const Sign = holds ? CircleCheck : CircleX;
  return (
    <div className="min-w-0">
      <dt className="text-ink-2">{label}</dt>
      <dd className="flex items-start gap-2">
        <Sign
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
        <CheckBadge isConfigured={isConfigured} />
        <p className="w-full text-sm text-ink-3">
          {domain !== displayDomain && <span className="wrap-anywhere">{domain} · </span>}
          {t('checkedAt', { when: formatMoment(check.checkedAt, language) })}
        </p>
      </div>
      <DefaultSettings check={check} />
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
      <IssueList findings={check.findings} domain={displayDomain} />
      <RecommendationList findings={check.findings} domain={displayDomain} />
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
