import {
  MAX_PASSKEY_NAME_LENGTH,
  type Factors,
  type Passkey,
  type TotpSetup,
} from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, ConfirmButton } from '@/components/confirm-button';
import { TotpSetupForm } from '@/components/totp-setup';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { ListRow } from '@/components/ui/list-row';
import { UserText } from '@/components/ui/prose';
import { call, routes } from '@/lib/api';
import { cn } from '@/lib/cn';
import { useDates } from '@/lib/dates';
import { useTypedDraft } from '@/lib/drafts';
import { useKeptFocus } from '@/lib/focus';
import { createPasskey } from '@/lib/passkeys';
import { useAction, useReloadAfter } from '@/lib/run-action';
import { toast } from '@/lib/toast';

/** Under one key, so that a change of the account loads factors and contact again. */
export const accountKey = 'own-account';

export const useReloadAccount = () => useReloadAfter({ queryKey: [accountKey] });

interface RemoveButtonProps {
  /** The button's name for screen readers. */
  label: string;
  question: string;
  remove: () => Promise<unknown>;
}

/** Removes a factor after a question. */
function RemoveButton({ label, question, remove }: RemoveButtonProps) {
  const { t } = useTranslation('factors');
  const reloadAfter = useReloadAccount();
  return (
    <ConfirmButton
      aria-label={label}
      action={t('remove')}
      question={question}
      failed={t('changeFailed')}
      run={async () => {
        await reloadAfter(remove());
        toast.success(t('removed'));
      }}
    />
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('factors');
  const { formatDateTime } = useDates();
  const { id, name, addedAt, lastUsedAt, domain, worksHere } = passkey;
  return (
    <ListRow
      title={<UserText>{name}</UserText>}
      actions={
        <RemoveButton
          label={t('passkey.removeNamed', { name })}
          question={t('passkey.removeQuestion', { name })}
          remove={() => call(routes.removePasskey, { params: { id } })}
        />
      }
    >
      {domain && (
        <p className={cn(!worksHere && 'text-danger')}>
          {t(worksHere ? 'passkey.domain' : 'passkey.otherDomain', { domain })}
        </p>
      )}
      <p>{t('addedAt', { when: formatDateTime(addedAt) })}</p>
      {lastUsedAt && <p>{t('passkey.usedAt', { when: formatDateTime(lastUsedAt) })}</p>}
    </ListRow>
  );
}

const blank = { name: '' };

interface SectionProps {
  factors: Factors;
  onRecoveryCodes: (codes: string[] | undefined) => void;
}

/** The passkeys, and a form for another one. */
export function PasskeySection({ factors, onRecoveryCodes }: SectionProps) {
  const { t } = useTranslation(['factors', 'common']);
  const reloadAfter = useReloadAccount();
  const kept = useKeptFocus<HTMLUListElement>(factors.passkeys.length);
  const draft = useTypedDraft('passkey', blank);
  const { name } = draft.values;
  const [error, setError] = useState<string>();

  const { mutate: create, isPending } = useAction(t('factors:changeFailed'), async () => {
    const { options } = await call(routes.startPasskey);
    const credential = await createPasskey(options).catch(() => undefined);
    if (!credential) {
      toast.error(t('factors:passkey.notUsed'));
      return;
    }
    const body = { name: name.trim(), credential };
    const { recoveryCodes } = await reloadAfter(call(routes.addPasskey, { body }));
    draft.clear();
    toast.success(t('factors:passkey.added'));
    onRecoveryCodes(recoveryCodes);
  });
  const submit = () => {
    setError(name.trim() ? undefined : t('common:field.required'));
    if (name.trim()) create();
  };

  return (
    <section className="border-b border-line py-6">
      <h2 className="text-xl">{t('factors:passkey.title')}</h2>
      <p className="mt-1 text-ink-2">{t('factors:passkey.about')}</p>
      <ul {...kept} className="mt-2">
        {factors.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {factors.takesPasskeys ? (
        <Form onSubmit={submit} className="mt-4 flex max-w-md flex-col gap-4">
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
        </Form>
      ) : (
        <p className="mt-4 text-ink-2">{t('factors:passkey.notAvailable')}</p>
      )}
    </section>
  );
}

/** The authenticator app: its set-up, and its removal. */
export function TotpSection({ factors: { totpAddedAt }, onRecoveryCodes }: SectionProps) {
  const { t } = useTranslation(['factors', 'common']);
  const reloadAfter = useReloadAccount();
  const { formatDateTime } = useDates();
  const [setup, setSetup] = useState<TotpSetup>();
  const kept = useKeptFocus<HTMLElement>(`${setup !== undefined} ${totpAddedAt}`);

  const finish = async (code: string) => {
    const { recoveryCodes } = await reloadAfter(call(routes.addTotp, { body: { code } }));
    setSetup(undefined);
    toast.success(t('factors:app.added'));
    onRecoveryCodes(recoveryCodes);
  };

  return (
    <section {...kept} className="border-b border-line py-6">
      <h2 className="text-xl">{t('factors:app.title')}</h2>
      <p className="mt-1 text-ink-2">{t('factors:app.about')}</p>
      {totpAddedAt && (
        <p className="mt-1 text-sm text-ink-2">
          {t('factors:addedAt', { when: formatDateTime(totpAddedAt) })}
        </p>
      )}
      {setup ? (
        <div className="mt-4 max-w-md">
          <TotpSetupForm setup={setup} onCode={finish}>
            <Button onClick={() => setSetup(undefined)}>{t('common:action.cancel')}</Button>
          </TotpSetupForm>
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <ActionButton
            failed={t('factors:changeFailed')}
            run={async () => setSetup(await call(routes.startTotp))}
          >
            {t(totpAddedAt ? 'factors:app.replace' : 'factors:app.start')}
          </ActionButton>
          {totpAddedAt && (
            <RemoveButton
              label={t('factors:app.remove')}
              question={t('factors:app.removeQuestion')}
              remove={() => call(routes.removeTotp)}
            />
          )}
        </div>
      )}
    </section>
  );
}
