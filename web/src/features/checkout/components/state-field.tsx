import { type IndianState, indianStates } from '@ctdb/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, Select } from '@/components/ui/field';
import { useLanguage } from '@/lib/language';

interface StateFieldProps {
  value: IndianState | undefined;
  onChange: (state: IndianState | undefined) => void;
  /** The order waits for it. */
  isMissing: boolean;
}

/** The buyer's state in India, for the tax on the receipt. */
export default function StateField({ value, onChange, isMissing }: StateFieldProps) {
  const { t } = useTranslation(['checkout', 'states']);
  const language = useLanguage();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isMissing) select.current?.focus();
  }, [isMissing]);
  const states = indianStates
    .map((state) => ({ value: state, label: t(`states:${state}`) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <Field
      label={t('state.label')}
      help={t('state.help')}
      required
      error={isMissing && t('state.missing')}
    >
      <Select
        ref={select}
        value={value ?? ''}
        options={[{ value: '', label: t('state.none') }, ...states]}
        onChange={(state) => onChange(state || undefined)}
      />
    </Field>
  );
}
