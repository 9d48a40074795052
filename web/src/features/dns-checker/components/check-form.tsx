import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Spinner } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';

interface CheckFormProps {
  /** The domain in the URL; the product's own domain if there is none. */
  initial: string | null;
  pending: boolean;
  error: string | undefined;
  onCheck: (domain: string) => void;
}

/** A form for the domain to check. */
export function CheckForm({ initial, pending, error, onCheck }: CheckFormProps) {
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
