import type { ReactNode } from 'react';

interface Step {
  title: string;
  text: ReactNode;
}

/** Numbered steps, one below the other. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flex max-w-prose flex-col gap-4">
      {steps.map(({ title, text }, at) => (
        <li key={title} className="flex gap-4">
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent tabular-nums"
          >
            {at + 1}
          </span>
          <div className="min-w-0 flex-1">
            <h3 className="text-base">{title}</h3>
            <div className="text-ink-2">{text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
