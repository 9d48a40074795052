import type { TotpSetup } from '@ctdb/contracts';
import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageForm } from '@/components/message-form';
import { Field, Input, Textarea } from '@/components/ui/field';
import { foldDigits } from '@/lib/numbers';

interface TotpSetupFormProps {
  setup: TotpSetup;
  /** Sends the first code; rejects if it is not right. */
  onCode: (code: string) => Promise<unknown>;
  /** Beside the button that submits. */
  children?: ReactNode;
}

/** Shows the secret of an authenticator app and asks for its first code; needs the namespace `factors`. */
export function TotpSetupForm({ setup, onCode, children }: TotpSetupFormProps) {
  const { t } = useTranslation('factors');
  const [code, setCode] = useState('');
  const typed = code.trim();
  return (
    <MessageForm
      findError={() => (typed.length < 6 ? t('step.missing') : undefined)}
      send={() => onCode(typed)}
      save={t('app.confirm')}
      beside={children}
    >
      <p className="text-ink-2">{t('app.scan')}</p>
      {/* White around it in both themes, or phones do not find it. */}
      <QRCodeSVG
        value={setup.uri}
        title={t('app.qrCode')}
        size={192}
        marginSize={4}
        className="self-center"
      />
      <Field label={t('app.key')}>
        <Textarea
          readOnly
          rows={2}
          lang="en"
          value={setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <Field label={t('app.code')} required>
        <Input
          value={code}
          onChange={(event) => setCode(foldDigits(event.target.value))}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
        />
      </Field>
    </MessageForm>
  );
}
