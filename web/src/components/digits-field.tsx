import { toPlain } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, Input } from '@/components/ui/field';
import { foldDigits } from '@/lib/numbers';

/** The six digits that were mailed to an address, and the field that asks for them; needs the namespace `addresses`. */
export const useDigits = (address: string, autoFocus = true) => {
  const { t } = useTranslation('addresses');
  const [digits, setDigits] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isComplete = /^[0-9]{6}$/.test(toPlain(digits).replaceAll(' ', ''));
  return {
    digits,
    /** Whether they are complete; else the field says so. */
    check: (): boolean => {
      setChecked(true);
      return isComplete;
    },
    field: (
      <Field
        label={t('digits.label', { address })}
        error={isChecked && !isComplete && t('digits.missing')}
        required
      >
        <Input
          autoFocus={autoFocus}
          value={digits}
          onChange={(event) => setDigits(foldDigits(event.target.value))}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
        />
      </Field>
    ),
  };
};
