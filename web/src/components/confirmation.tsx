import type { Proof, ReplyOf, startConfirmation } from '@ctdb/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageForm } from '@/components/message-form';
import { SecondStep } from '@/components/second-step';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { call, routes } from '@/lib/api';
import { connectConfirmation } from '@/lib/confirmation';

interface PasswordProofProps {
  onProof: (proof: Proof) => Promise<unknown>;
  onCancel: () => void;
}

function PasswordProof({ onProof, onCancel }: PasswordProofProps) {
  const { t } = useTranslation(['factors', 'common']);
  const [password, setPassword] = useState('');
  return (
    <MessageForm
      findError={() => (password ? undefined : t('common:field.required'))}
      send={() => onProof({ password })}
      save={t('common:action.continue')}
      onCancel={onCancel}
    >
      <Field label={t('factors:confirm.password')} required>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </MessageForm>
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
      onOpenChange={cancel}
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
