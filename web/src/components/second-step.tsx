import type { FactorProof, PasskeyOptions } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '@/components/failure';
import { MessageForm } from '@/components/message-form';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { foldDigits } from '@/lib/numbers';
import { getPasskey } from '@/lib/passkeys';

interface SecondStepProps {
  /** Options of the passkeys, for a person who has some. */
  passkey: PasskeyOptions | undefined;
  /** Sends the proof; rejects if it is not right. */
  onProof: (proof: FactorProof) => Promise<unknown>;
  /** Beside the button that submits. */
  children?: ReactNode;
}

/** Asks for a passkey or a code; needs the namespace `factors`. */
export function SecondStep({ passkey, onProof, children }: SecondStepProps) {
  const { t } = useTranslation(['factors', 'common']);
  const [code, setCode] = useState('');
  const typed = code.trim();
  const byPasskey = useMutation({
    mutationFn: async (options: PasskeyOptions) => {
      const used = await getPasskey(options).catch(() => undefined);
      if (used) await onProof({ passkey: used });
      return used !== undefined;
    },
  });
  const findError = () => {
    byPasskey.reset();
    return typed.length < 6 ? t('factors:step.missing') : undefined;
  };

  return (
    <MessageForm
      findError={findError}
      send={() => onProof({ code: typed })}
      save={t('common:action.continue')}
      variant={passkey ? 'secondary' : 'primary'}
      beside={children}
    >
      {passkey && (
        <Button
          autoFocus
          variant="primary"
          size="large"
          pending={byPasskey.isPending}
          onClick={() => byPasskey.mutate(passkey)}
        >
          <KeyRound aria-hidden />
          {t('factors:step.passkey')}
        </Button>
      )}
      <Failure error={byPasskey.error}>
        {byPasskey.data === false && t('factors:passkey.notUsed')}
      </Failure>
      <Field label={t('factors:step.code')} help={t('factors:step.codeHelp')} required>
        <Input
          autoFocus={!passkey}
          value={code}
          onChange={(event) => setCode(foldDigits(event.target.value))}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
        />
      </Field>
    </MessageForm>
  );
}
