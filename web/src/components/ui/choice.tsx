import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { cn } from '@/lib/cn';

interface ChoiceProps {
  name: string;
  value: string;
  isChosen: boolean;
  onChoose: () => void;
  label: ReactNode;
  /** Explains the option, or why it is disabled. */
  text: ReactNode;
  aside?: ReactNode;
  disabled?: boolean;
}

/** A radio button with a description, as a row. */
export function Choice(props: ChoiceProps) {
  const { name, value, isChosen, onChoose, label, text, aside, disabled = false } = props;
  const id = `${name}-${value}`;
  const radio = useRef<HTMLInputElement>(null);
  // Chosen before React took over the prerendered page.
  const adoptChoice = useEffectEvent(() => {
    if (radio.current?.checked && !isChosen) onChoose();
  });
  useEffect(() => adoptChoice(), []);
  return (
    // The whole row is clickable; the input names its label and its description separately.
    <label
      htmlFor={id}
      className={cn(
        'flex gap-3 rounded-md border p-4',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line-strong',
        disabled ? 'bg-sunk' : 'cursor-pointer hover:border-ink-3',
      )}
    >
      <input
        ref={radio}
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={isChosen}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-text`}
        onChange={onChoose}
        className="mt-[0.2em] size-5 shrink-0 accent-(--accent)"
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="min-w-0">
          <span id={`${id}-label`} className="block font-semibold">
            {label}
          </span>
          <span id={`${id}-text`} className="block text-sm text-ink-2">
            {text}
          </span>
        </span>
        {aside}
      </span>
    </label>
  );
}
