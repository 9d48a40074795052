import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { isCode } from '@/lib/api';

interface CodeFailedProps {
  title: string;
  error: unknown;
  /** After too many attempts: until the next one. */
  secondsLeft: number;
  /** The text of an unknown code. */
  unknown?: string;
}

/** The server rejected a request with an access code. */
export function CodeFailed({ title, error, secondsLeft, unknown }: CodeFailedProps) {
  const { t } = useTranslation(['access', 'errors']);
  const { errorText, waitText } = useErrorMessages();
  const text = () => {
    if (secondsLeft > 0) return t('errors:TOO_MANY_TRIES', { when: waitText(secondsLeft) });
    const isUnknown = isCode(error, 'NOT_FOUND') || isCode(error, 'VALIDATION_FAILED');
    return isUnknown ? (unknown ?? t('access:restore.notFound')) : errorText(error);
  };
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{title}</p>
      <p className="tabular-nums">{text()}</p>
    </Notice>
  );
}
