import { useTranslation } from 'react-i18next';
import { Field, Input } from '@/components/ui/field';
import { isSixDigits } from '@/lib/addresses';
import { foldDigits } from '@/lib/numbers';

interface DigitsFieldProps {
  /** Where the digits were mailed to. */
  address: string;
  value: string;
  onChange: (value: string) => void;
  /** Whether to say that digits are missing. */
  isChecked: boolean;
  autoFocus?: boolean;
}

/** Asks for six digits from a mail; needs the namespace `addresses`. */
export function DigitsField({ address, value, onChange, isChecked, autoFocus }: DigitsFieldProps) {
  const { t } = useTranslation('addresses');
  return (
    <Field
      label={t('digits.label', { address })}
      error={isChecked && !isSixDigits(value) ? t('digits.missing') : undefined}
      required
    >
      <Input
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(foldDigits(event.target.value))}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
    </Field>
  );
}
