import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useDashboard } from '../model/use-dashboard';
import { Copyable } from './copyable';
import { Steps } from './steps';

function Dashboard() {
  const { t } = useTranslation('domainSetup');
  const { typed, type, address } = useDashboard();
  const label = (
    <>
      <ExternalLink aria-hidden />
      {t('provider.dashboard')}
    </>
  );
  return (
    <div className="flex max-w-prose flex-col items-start gap-3">
      <Field
        label={t('provider.address')}
        help={t('provider.addressHelp')}
        error={typed.trim() && !address && t('provider.addressWrong')}
        className="w-full"
      >
        <Input
          value={typed}
          onChange={(event) => type(event.target.value)}
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
        />
      </Field>
      {address ? (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle({ look: 'primary' })}
        >
          {label}
        </a>
      ) : (
        <Button look="primary" disabled>
          {label}
        </Button>
      )}
    </div>
  );
}

/** What is to be done where the domain is hosted. */
export function ProviderTab({ domain = '' }: { domain?: string | undefined }) {
  const { t } = useTranslation('domainSetup');
  const steps = [
    { title: t('provider.open.title'), text: t('provider.open.text') },
    {
      title: t('provider.add.title'),
      text: (
        <>
          {t('provider.add.text')}
          <span className="mt-1 block text-ink">
            <Copyable value={domain} name={t('domain')} />
          </span>
        </>
      ),
    },
    { title: t('provider.save.title'), text: t('provider.save.text') },
  ];
  return (
    <div className="flex flex-col gap-8">
      <Steps steps={steps} />
      <Dashboard />
    </div>
  );
}
