import { MAX_PASSKEY_NAME_LENGTH, type Factors, type Passkey } from '@ctdb/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { UserText } from '@/components/ui/prose';
import { useLanguage } from '@/lib/language';
import { cn } from '@/lib/cn';
import { formatDateTime } from '@/lib/dates';
import { useTypedDraft } from '@/lib/drafts';
import { createPasskey } from '@/lib/passkeys';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useAddPasskey, useRemovePasskey, useStartPasskey } from '../api/factors';
import { RemoveButton } from './remove-button';

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('factors');
  const language = useLanguage();
  const remove = useRemovePasskey();
  const { id, name, addedAt, lastUsedAt, domain, worksHere } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold">
          <UserText>{name}</UserText>
        </p>
        {domain && (
          <p className={cn('text-sm wrap-anywhere', worksHere ? 'text-ink-2' : 'text-danger')}>
            {t(worksHere ? 'passkey.domain' : 'passkey.otherDomain', { domain })}
          </p>
        )}
        <p className="text-sm text-ink-2">
          {t('addedAt', { when: formatDateTime(addedAt, language) })}
        </p>
        {lastUsedAt && (
          <p className="text-sm text-ink-2">
            {t('passkey.usedAt', { when: formatDateTime(lastUsedAt, language) })}
          </p>
        )}
      </div>
      <RemoveButton
        label={t('passkey.removeNamed', { name })}
        question={t('passkey.removeQuestion', { name })}
        remove={() => remove.mutateAsync({ params: { id } })}
      />
    </li>
  );
}

const blank = { name: '' };

interface PasskeySectionProps {
  factors: Factors;
  onRecoveryCodes: (codes: string[] | undefined) => void;
}

/** The passkeys, and a form for another one. */
export function PasskeySection({ factors, onRecoveryCodes }: PasskeySectionProps) {
  const { t } = useTranslation(['factors', 'common']);
  const runAction = useRunAction();
  const draft = useTypedDraft('passkey', blank);
  const { name } = draft.values;
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const start = useStartPasskey();
  const add = useAddPasskey();

  const create = async (): Promise<void> => {
    const { options } = await start.mutateAsync({});
    const credential = await createPasskey(options).catch(() => undefined);
    if (!credential) {
      toast.error(t('factors:passkey.notUsed'));
      return;
    }
    const body = { name: name.trim(), credential };
    const { recoveryCodes } = await add.mutateAsync({ body });
    draft.clear();
    toast.success(t('factors:passkey.added'));
    onRecoveryCodes(recoveryCodes);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(name.trim() ? undefined : t('common:field.required'));
    if (!name.trim()) return;
    setPending(true);
    await runAction(t('factors:changeFailed'), async () => {
      await create();
    });
    setPending(false);
  };

  return (
    <section className="border-b border-line py-6">
      <h2 className="text-xl">{t('factors:passkey.title')}</h2>
      <p className="mt-1 text-ink-2">{t('factors:passkey.about')}</p>
      <ul className="mt-2">
        {factors.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {factors.takesPasskeys ? (
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          className="mt-4 flex max-w-md flex-col gap-4"
        >
          <Field
            label={t('factors:passkey.name')}
            help={t('factors:passkey.nameHelp')}
            error={error}
            required
          >
            <Input
              value={name}
              onChange={(event) => draft.change({ name: event.target.value })}
              maxLength={MAX_PASSKEY_NAME_LENGTH}
              autoComplete="off"
            />
          </Field>
          <Button type="submit" pending={isPending} className="self-start">
            {t('factors:passkey.add')}
          </Button>
        </form>
      ) : (
        <p className="mt-4 text-ink-2">{t('factors:passkey.notAvailable')}</p>
      )}
    </section>
  );
}
