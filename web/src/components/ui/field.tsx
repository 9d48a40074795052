import { ChevronsUpDown, CircleAlert } from 'lucide-react';
import {
  type AriaAttributes,
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useMemo,
} from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';

/** Connects a control to the label, help and error of the `Field` around it. */
const FieldContext = createContext<AriaAttributes & { id?: string }>({});

interface FieldProps {
  label: ReactNode;
  /** One control: `Input`, `Textarea` or `Select`. It gets label, help and error by context. */
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
  const context = useMemo(
    () => ({
      id,
      'aria-describedby': describedBy,
      'aria-invalid': invalid || undefined,
      'aria-required': required || undefined,
    }),
    [id, describedBy, invalid, required],
  );

  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="w-fit font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-3"> ({t('field.optional')})</span>}
      </label>
      <FieldContext value={context}>{children}</FieldContext>
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

/** The style that text boxes and selects share. */
const controlStyle = [
  'w-full min-w-0 rounded-md border border-line-strong bg-raised px-3 text-base text-ink',
  'min-h-(--control) transition-colors duration-100 hover:border-ink-3',
  'focus-visible:outline-offset-0 focus-visible:border-accent',
  'aria-invalid:border-danger aria-invalid:outline-danger',
  'disabled:bg-sunk disabled:text-ink-3',
].join(' ');

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...useContext(FieldContext)}
      {...rest}
      className={cn(controlStyle, 'read-only:bg-sunk', className)}
    />
  );
}

/** Grows with its text if the browser supports it, from `rows` lines to two thirds of the screen. */
export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useContext(FieldContext)}
      rows={rows}
      {...rest}
      className={cn(
        controlStyle,
        'field-sizing-content read-only:bg-sunk max-h-[66dvh] resize-y py-2',
        className,
      )}
      style={{ minHeight: `calc(${rows} * 1lh + 18px)`, ...rest.style }}
    />
  );
}

interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'multiple' | 'size'
> {
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** One of few. The browser's own list: on a tablet that is the device's large picker. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, options, onChange, className, ...rest } = props;
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <span className={cn('relative block', className)}>
      <select
        {...useContext(FieldContext)}
        {...rest}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className={cn(controlStyle, 'appearance-none truncate pe-10')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-3"
      />
    </span>
  );
}
