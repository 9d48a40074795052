import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { localStore } from '@/lib/storage';
import { CopyableValue } from './copyable';
import { Steps } from './steps';

const KEY = 'providerDashboard';

/** The typed text as a URL to open; undefined if it is no https URL. */
const dashboardUrl = (typed: string): string | undefined => {
  const text = typed.trim();
  if (!text) return undefined;
  const url = /^[a-z]+:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, href } = new URL(url);
  return protocol === 'https:' && hostname.includes('.') ? href : undefined;
};

/**
 * The URL of the provider's dashboard. The administrator types it once, because the server does not
 * know the provider; this browser stores it.
 */
const useProviderDashboard = () => {
  const [typed, setTyped] = useState(() => localStore.get(KEY) ?? '');
  const type = (next: string) => {
    setTyped(next);
    localStore.set(KEY, next);
  };
  return { typed, type, url: dashboardUrl(typed) };
};

function Dashboard() {
  const { t } = useTranslation('domainSetup');
  const { typed, type, url } = useProviderDashboard();
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
        error={typed.trim() && !url && t('provider.addressWrong')}
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
      {url ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle({ variant: 'primary' })}
        >
          {label}
        </a>
      ) : (
        <Button variant="primary" disabled>
          {label}
        </Button>
      )}
    </div>
  );
}

/** The steps at the domain provider. */
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
            <CopyableValue value={domain} name={t('domain')} />
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
