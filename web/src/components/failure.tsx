import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';

interface FailureProps {
  title?: string;
  /** The error of a call, if it failed. */
  error?: unknown;
  /** The reason, in place of the error's text. */
  children?: ReactNode;
}

/** Announces why an action failed; nothing without a reason. */
export function Failure({ title, error, children }: FailureProps) {
  const { errorText } = useErrorMessages();
  const reason = children ?? (error ? errorText(error) : undefined);
  if (!reason) return null;
  return (
    <Notice tone="danger" role="alert" title={title}>
      <p className="tabular-nums">{reason}</p>
    </Notice>
  );
}
