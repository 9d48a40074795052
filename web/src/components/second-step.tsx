import type { FactorProof, PasskeyOptions } from '@ctdb/contracts';
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '@/components/failure';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { useErrorMessages } from '@/lib/error-messages';
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
  const { errorText } = useErrorMessages();
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<string>();
  const [pending, setPending] = useState<'code' | 'passkey'>();

  const send = async (proof: FactorProof) => {
    try {
      await onProof(proof);
    } catch (error) {
      setMessage(errorText(error));
    }
  };
  const takePasskey = async (options: PasskeyOptions) => {
    setPending('passkey');
    setMessage(undefined);
    const used = await getPasskey(options).catch(() => undefined);
    if (used) await send({ passkey: used });
    else setMessage(t('factors:passkey.notUsed'));
    setPending(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setMessage(typed.length < 6 ? t('factors:step.missing') : undefined);
    if (typed.length < 6) return;
    setPending('code');
    await send({ code: typed });
    setPending(undefined);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {passkey && (
        <Button
          autoFocus
          variant="primary"
          size="large"
          pending={pending === 'passkey'}
          onClick={() => void takePasskey(passkey)}
        >
          <KeyRound aria-hidden />
          {t('factors:step.passkey')}
        </Button>
      )}
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
      <Failure>{message}</Failure>
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        <Button
          type="submit"
          variant={passkey ? 'secondary' : 'primary'}
          pending={pending === 'code'}
        >
          {t('common:action.continue')}
        </Button>
      </div>
    </form>
  );
}
