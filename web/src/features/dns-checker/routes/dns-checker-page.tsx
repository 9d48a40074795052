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

/** Checks domains one at a time; the last result stays until there is another. */
function Checker() {
  const { t } = useTranslation(['dns', 'ops']);
  const { errorText } = useErrorMessages();
  const [search] = useSearchParams();
  const config = useConfig();
  // The domain in the URL; the product's own domain if there is none.
  const [typed, type] = useState(search.get('domain'));
  const value = typed ?? config?.siteDomain ?? '';
  const domain = value.trim();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(routes.checkDns, { params: { domain } }),
    onSuccess: ({ isConfigured }) =>
      toast.success(t('ops:check.complete'), {
        description: t(isConfigured ? 'ops:check.good' : 'ops:check.needs'),
      }),
    onError: (failure) => {
      // The field shows this error.
      if (!isCode(failure, 'DOMAIN_NOT_VALID'))
        toast.error(t('ops:check.failed'), { description: t('failed') });
    },
  });
  const wrong = isCode(error, 'DOMAIN_NOT_VALID') && errorText(error);

  const check = () => {
    if (domain) mutate();
    else toast.error(t('missing'));
  };
  const enter = (event: KeyboardEvent) => {
    // Browsers ignore Enter silently while the button is disabled.
    if (event.key === 'Enter' && !domain) check();
  };

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-8">
        <Form
          className="flex flex-col gap-3 sm:flex-row sm:items-start"
          onSubmit={() => !isPending && check()}
        >
          <Field label={t('domain')} help={t('domainHelp')} error={wrong} className="sm:flex-1">
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
            disabled={isPending || !domain}
            className="self-start sm:mt-[calc(1lh+var(--spacing))]"
          >
            {isPending && <Spinner />}
            <span>{t(isPending ? 'checking' : 'check')}</span>
          </Button>
        </Form>
        {data && <Result check={data} />}
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
