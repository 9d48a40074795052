import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Loaded } from '@/components/ui/loaded';
import { useErrorMessages } from '@/lib/error-messages';
import { call, currentQuery, isCode, routes } from '@/lib/api';
import { useTypedDraft } from '@/lib/drafts';
import { toast } from '@/lib/toast';
import { CopyableValue, Steps } from './tabs';

/** The address of the provider's dashboard; another administrator may have changed it. */
const providerQuery = currentQuery(['domain-provider'], routes.getDomainProvider);

/** Sets it for all administrators. */
function AddressForm({ url }: { url: string }) {
  const { t } = useTranslation(['domainSetup', 'common']);
  const { errorText } = useErrorMessages();
  const draft = useTypedDraft('domainProvider', { url });
  const typed = draft.values.url;
  const box = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => call(routes.setDomainProvider, { body: { url: typed } }),
    onSuccess: (provider) => {
      client.setQueryData(providerQuery.queryKey, provider);
      draft.clear();
      toast.success(t('provider.saved'));
    },
    onError: (error) => {
      if (isCode(error, 'VALIDATION_FAILED')) box.current?.focus();
      else toast.error(t('provider.failed'), { description: errorText(error) });
    },
  });
  const isWrong = isCode(save.error, 'VALIDATION_FAILED');

  return (
    <Form onSubmit={() => save.mutate()} className="flex w-full flex-col items-start gap-3">
      <Field
        label={t('provider.address')}
        help={t('provider.addressHelp')}
        error={isWrong && t('provider.addressWrong')}
        className="w-full"
      >
        <Input
          ref={box}
          value={typed}
          onChange={(event) => draft.change({ url: event.target.value })}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
        />
      </Field>
      <Button type="submit" pending={save.isPending}>
        {t(save.isPending ? 'common:action.saving' : 'common:action.save')}
      </Button>
    </Form>
  );
}

/** The steps at the domain provider, and the way to its dashboard, whose address administrators keep here. */
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
  const label = (
    <>
      <ExternalLink aria-hidden />
      {t('provider.dashboard')}
    </>
  );
  return (
    <div className="flex flex-col gap-8">
      <Steps steps={steps} />
      <Loaded query={useQuery(providerQuery)} failed={t('provider.loadFailed')} height="h-40">
        {({ url }) => (
          <div className="flex max-w-prose flex-col items-start gap-6">
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
            <AddressForm url={url} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
