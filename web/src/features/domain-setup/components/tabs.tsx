import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DomainFindings,
  DomainStatusBadge,
  DefaultSettingsNotice,
  useFindingMessages,
} from '@/components/domain-findings';
import { Button, buttonStyle } from '@/components/ui/button';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { CopyButton } from '@/components/ui/tooltip';
import { useDates } from '@/lib/dates';
import type { DomainCheck } from '../api/domain';

interface Step {
  title: string;
  text: ReactNode;
}

/** Numbered steps, one below the other. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flex max-w-prose flex-col gap-4">
      {steps.map(({ title, text }, at) => (
        <li key={title} className="flex gap-4">
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent tabular-nums"
          >
            {at + 1}
          </span>
          <div className="min-w-0 flex-1">
            <h3 className="text-base">{title}</h3>
            <div className="text-ink-2">{text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A value to copy into the form of the domain provider. */
export function CopyableValue({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation('domainSetup');
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <code className="min-w-0 wrap-anywhere">{value}</code>
      <CopyButton
        text={value}
        label={t('copy', { name })}
        copied={t('copied')}
        failed={t('copyFailed')}
      />
    </span>
  );
}

/** The DNS records that point the domain to this installation. */
export function DnsTab({ domain = '', query }: Pick<DomainCheck, 'domain' | 'query'>) {
  const { t } = useTranslation('domainSetup');
  const expected = query.data?.expected;
  const records = [
    { type: 'A', host: '@', value: expected?.a, what: t('dns.address') },
    ...(expected?.aaaa
      ? [{ type: 'AAAA', host: '@', value: expected.aaaa, what: t('dns.address') }]
      : []),
    { type: 'CNAME', host: 'www', value: expected?.www ?? domain, what: t('dns.target') },
  ];
  return (
    <div className="flex flex-col gap-6">
      <p>{t('dns.intro')}</p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {records.map(({ type, host, value, what }) => (
          <li key={type} className="rounded-lg border border-line bg-raised p-4">
            <h3 className="mb-2 text-base">{t('dns.record', { type })}</h3>
            <dl className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
              <dt className="text-ink-2">{t('dns.host')}</dt>
              <dd className="min-w-0">
                <CopyableValue value={host} name={t('dns.hostOf', { type })} />
              </dd>
              <dt className="text-ink-2">{what}</dt>
              <dd className="min-w-0">
                {value ? (
                  <CopyableValue value={value} name={`${what}, ${type}`} />
                ) : (
                  <span className="text-ink-3">{t('dns.unknown')}</span>
                )}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      <Notice tone="caution">{t('dns.propagation')}</Notice>
    </div>
  );
}

/** Buttons that check again and open the site. */
export function VerifyTab({ domain = '', query, check }: DomainCheck) {
  const { t } = useTranslation('domainSetup');
  const { data, isFetching } = query;
  return (
    <div className="flex flex-col gap-6">
      <p>{t('verify.intro')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={isFetching} onClick={() => void check()}>
          {t('verify.check')}
        </Button>
        <a
          href={`https://${data?.domain ?? domain}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle({})}
        >
          <ExternalLink aria-hidden />
          {t('verify.test')}
        </a>
      </div>
      {data && <DomainFindings findings={data.findings} domain={data.displayDomain} />}
    </div>
  );
}

/** The state of the domain: a badge, the first problem and the time of the check. */
export function Summary({ domain = '', query }: Pick<DomainCheck, 'domain' | 'query'>) {
  const { t } = useTranslation('domainSetup');
  const { formatDateTime } = useDates();
  const messages = useFindingMessages(domain);
  const first = query.data?.findings.find(({ severity }) => severity === 'error');
  return (
    <Loaded query={query} failed={t('failed')} height="h-69 sm:h-24">
      {(check) => (
        <div className="flex flex-col gap-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
            <span className="min-w-0 wrap-anywhere">{check.displayDomain}</span>
            <DomainStatusBadge isConfigured={check.isConfigured} />
          </p>
          {first && (
            <p className="wrap-anywhere">
              {messages.problem(first)}{' '}
              <span className="text-ink-2">{messages.comparison(first)}</span>
            </p>
          )}
          <p className="text-sm text-ink-3">
            {t('checkedAt', { when: formatDateTime(check.checkedAt) })}
          </p>
          <DefaultSettingsNotice check={check} />
        </div>
      )}
    </Loaded>
  );
}
