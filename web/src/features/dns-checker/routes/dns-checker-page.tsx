import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Button, LinkButton, Spinner } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { useErrorMessages } from '@/lib/error-messages';
import { call, isCode, routes } from '@/lib/api';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Result } from '../components/result';

/** Checks domains one at a time; the last result stays until there is another. */
const useCheck = () => {
  const { t } = useTranslation(['ops', 'dns']);
  return useMutation({
    mutationFn: (domain: string) => call(routes.checkDns, { params: { domain } }),
    onSuccess: ({ isConfigured }) =>
      toast.success(t('check.complete'), {
        description: t(isConfigured ? 'check.good' : 'check.needs'),
      }),
    onError: (error) => {
      // The field shows this error.
      if (!isCode(error, 'DOMAIN_NOT_VALID'))
        toast.error(t('check.failed'), { description: t('dns:failed') });
    },
  });
};

const steps = ['deploy', 'add', 'update', 'wait', 'verify'] as const;

/** How to point a domain to this installation, in five steps. */
function HowTo() {
  const { t } = useTranslation('dns');
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg">{t('how.title')}</h2>
      <ol className="flex list-decimal flex-col gap-3 ps-6">
        {steps.map((step) => (
          <li key={step}>
            <span className="block font-semibold">{t(`how.${step}.title`)}</span>
            <span className="text-ink-2">{t(`how.${step}.text`)}</span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/deployment">{t('how.toDeployment')}</LinkButton>
        <LinkButton to="/domain-setup">{t('how.toSetup')}</LinkButton>
      </div>
    </Card>
  );
}

interface CheckFormProps {
  /** The domain in the URL; the product's own domain if there is none. */
  initial: string | null;
  pending: boolean;
  error: string | undefined;
  onCheck: (domain: string) => void;
}

/** A form for the domain to check. */
function CheckForm({ initial, pending, error, onCheck }: CheckFormProps) {
  const { t } = useTranslation('dns');
  const config = useConfig();
  const [typed, type] = useState(initial);
  const value = typed ?? config?.siteDomain ?? '';
  const domain = value.trim();

  const check = () => {
    if (domain) onCheck(domain);
    else toast.error(t('missing'));
  };
  const enter = (event: KeyboardEvent) => {
    // Browsers ignore Enter silently while the button is disabled.
    if (event.key === 'Enter' && !domain) check();
  };

  return (
    <Form
      className="flex flex-col gap-3 sm:flex-row sm:items-start"
      onSubmit={() => !pending && check()}
    >
      <Field label={t('domain')} help={t('domainHelp')} error={error} className="sm:flex-1">
        <Input
          value={value}
          onChange={(event) => type(event.target.value)}
          onKeyDown={enter}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          maxLength={300}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        disabled={pending || !domain}
        className="self-start sm:mt-[calc(1lh+var(--spacing))]"
      >
        {pending && <Spinner />}
        <span>{t(pending ? 'checking' : 'check')}</span>
      </Button>
    </Form>
  );
}

function Checker() {
  const { errorText } = useErrorMessages();
  const [search] = useSearchParams();
  const check = useCheck();
  const wrong = isCode(check.error, 'DOMAIN_NOT_VALID') ? errorText(check.error) : undefined;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-8">
        <CheckForm
          initial={search.get('domain')}
          pending={check.isPending}
          error={wrong}
          onCheck={check.mutate}
        />
        {check.data && <Result check={check.data} />}
      </div>
      <HowTo />
    </div>
  );
}

/** Checks whether a domain points to this product, with HTTPS and a valid certificate. */
export default function DnsCheckerPage() {
  const { t } = useTranslation('dns');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <Checker />
    </Page>
  );
}
