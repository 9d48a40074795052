import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/ui/tooltip';

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

/** A value to copy into the form of the domain provider. */
export function CopyableValue({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation('domainSetup');
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <code className="min-w-0 wrap-anywhere">{value}</code>
      <CopyButton
        text={value}
        label={t('copy', { name })}
        copied={t('copied')}
        failed={t('copyFailed')}
      />
    </span>
  );
}
