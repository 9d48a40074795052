import type { Proof, ReplyOf, startConfirmation } from '@ctdb/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecondStep } from '@/components/second-step';
import { Failure } from '@/components/failure';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { useMessageForm } from '@/lib/message-form';
import { call, routes } from '@/lib/api';
import { connectConfirmation } from '@/lib/confirmation';

interface PasswordProofProps {
  onProof: (proof: Proof) => Promise<unknown>;
  onCancel: () => void;
}

function PasswordProof({ onProof, onCancel }: PasswordProofProps) {
  const { t } = useTranslation(['factors', 'common']);
  const [password, setPassword] = useState('');
  const { message, isPending, submit } = useMessageForm(
    () => (password ? undefined : t('common:field.required')),
    () => onProof({ password }),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('factors:confirm.password')} required>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Failure>{message}</Failure>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {t('common:action.continue')}
        </Button>
      </div>
    </form>
  );
}

/** The dialog in which a person confirms who they are, for calls that need it; needs `factors`. */
export default function Confirmation() {
  const { t } = useTranslation(['factors', 'common']);
  const [asked, setAsked] = useState<ReplyOf<typeof startConfirmation>>();
  const [isOpen, open] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);

  useEffect(
    () =>
      connectConfirmation(async () => {
        setAsked(await call(routes.startConfirmation));
        open(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );

  const close = (confirmed: boolean) => {
    open(false);
    answer.current?.(confirmed);
  };
  const send = async (proof: Proof) => {
    await call(routes.confirm, { body: { proof } });
    close(true);
  };
  const cancel = () => close(false);

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && cancel()}
      title={t('factors:confirm.title')}
      description={t('factors:confirm.text')}
    >
      {asked?.kinds.includes('password') ? (
        <PasswordProof onProof={send} onCancel={cancel} />
      ) : (
        <SecondStep passkey={asked?.passkey} onProof={send}>
          <Button onClick={cancel}>{t('common:action.cancel')}</Button>
        </SecondStep>
      )}
    </Dialog>
  );
}
