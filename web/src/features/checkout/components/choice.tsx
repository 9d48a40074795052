import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

interface ChoiceProps {
  name: string;
  value: string;
  isChosen: boolean;
  onChoose: () => void;
  label: ReactNode;
  /** Why it is there, or why it can not be chosen. */
  text: ReactNode;
  aside?: ReactNode;
  disabled?: boolean;
}

/** One of few, with room for what it means: a radio button as a row. */
export function Choice(props: ChoiceProps) {
  const { name, value, isChosen, onChoose, label, text, aside, disabled = false } = props;
  const id = `${name}-${value}`;
  return (
    <div
      className={cn(
        'relative flex gap-3 rounded-md border p-4',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line-strong',
        disabled ? 'bg-sunk' : 'hover:border-ink-3',
      )}
    >
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={isChosen}
        disabled={disabled}
        aria-describedby={`${id}-text`}
        onChange={onChoose}
        className="mt-[0.2em] size-5 shrink-0 accent-(--accent)"
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          {/* The whole row is its target. */}
          <label
            htmlFor={id}
            className={cn('font-semibold', !disabled && 'after:absolute after:inset-0')}
          >
            {label}
          </label>
          <p id={`${id}-text`} className="text-sm text-ink-2">
            {text}
          </p>
        </div>
        {aside}
      </div>
    </div>
  );
}
