import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useErrorMessages } from '@/lib/error-messages';
import { call, isCode, routes } from '@/lib/api';
import { toast } from '@/lib/toast';
import { CheckForm } from '../components/check-form';
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
