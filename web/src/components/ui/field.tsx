import { CircleAlert } from 'lucide-react';
import { useId, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { FieldContext } from './field-context';

interface FieldProps {
  label: ReactNode;
  /** One control: `Input`, `Textarea` or `Select`. It finds its label, help and error by itself. */
  children: ReactNode;
  help?: ReactNode;
  /** In the reader's words; shown under the control and read out with it. */
  error?: ReactNode;
  required?: boolean;
  /** Says "optional" beside the label: for the odd one out in a form of required fields. */
  optional?: boolean;
  className?: string;
}

/** A label above a control, help and error below it. */
export function Field(props: FieldProps) {
  const { label, children, help, error, required = false, optional, className } = props;
  const { t } = useTranslation();
  const id = useId();
  const invalid = Boolean(error);
  const describedBy =
    [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const wiring = useMemo(
    () => ({ id, describedBy, invalid, required }),
    [id, describedBy, invalid, required],
  );

  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="w-fit font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-3"> ({t('field.optional')})</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {help && (
        <p id={`${id}-help`} className="text-sm text-ink-3">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
