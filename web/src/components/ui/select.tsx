import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { Ref } from 'react';
import { cn } from '@/lib/cn';
import { controlStyle } from './control-style';
import { useFieldWiring } from './field-context';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
}

interface SelectProps<T extends string> {
  value: T;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  onBlur?: () => void;
  name?: string;
  /** Needed where no `Field` gives it a label. */
  'aria-label'?: string;
  disabled?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** One of few: a list that opens below, usable by keyboard and by typing the first letters. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, options, onChange, onBlur, name, disabled, className, ref } = props;
  const wiring = useFieldWiring();
  return (
    <Base.Root
      value={value}
      items={options}
      name={name}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Base.Trigger
        {...wiring}
        ref={ref}
        onBlur={onBlur}
        aria-label={props['aria-label']}
        className={cn(
          controlStyle,
          'flex items-center justify-between gap-2 text-start',
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon className="text-ink-3">
          <ChevronsUpDown aria-hidden className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="float max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="grid min-h-(--control-small) cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded-sm px-2 py-1 outline-none data-highlighted:bg-accent-soft"
                >
                  <Base.ItemIndicator className="col-start-1 text-accent">
                    <Check aria-hidden className="size-4" />
                  </Base.ItemIndicator>
                  <Base.ItemText className="col-start-2">{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
