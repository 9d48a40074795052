import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { controlStyle } from './control-style';
import { useFieldWiring } from './field-context';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
}

interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'multiple' | 'size'
> {
  value: T;
  options: readonly SelectOption<T>[];
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
        {...useFieldWiring()}
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
