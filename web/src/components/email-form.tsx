import { isEmail } from '@ctdb/contracts';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '@/components/failure';
import type { ButtonProps } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Form, FormActions } from '@/components/ui/form';
import { isCode } from '@/lib/api';

interface EmailFormProps {
  label: string;
  /** The error of an address that is none. */
  wrong: string;
  action: string;
  variant?: ButtonProps['variant'];
  /** Sends something to the typed address. */
  sending: UseMutationResult<unknown, Error, string>;
  /** Title of its error. */
  failed: string;
  autoFocus?: boolean;
  /** Before the button. */
  children?: ReactNode;
}

/** Asks for an address to which something is mailed. */
export function EmailForm(props: EmailFormProps) {
  const { label, wrong, action, variant = 'secondary', sending, failed, autoFocus } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const email = typed.trim();
  const isWrong = (isChecked && !isEmail(email)) || isCode(sending.error, 'VALIDATION_FAILED');
  const submit = () => {
    setChecked(true);
    if (isEmail(email)) sending.mutate(email);
    else box.current?.focus();
  };
  return (
    <Form onSubmit={submit}>
      <Field label={label} error={isWrong && (email ? wrong : t('field.required'))} required>
        <Input
          ref={box}
          autoFocus={autoFocus}
          name="confirmedEmail"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {!isWrong && <Failure title={failed} error={sending.error} />}
      {props.children}
      <FormActions isSaving={sending.isPending} save={action} variant={variant} />
    </Form>
  );
}
