import { formatFileSize } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '@/components/ui/loaded';
import { useDeadLetter } from '../api/dead-letters';

function JsonContent({ text }: { text: string }) {
  const { t } = useTranslation('deadLetters');
  return (
    <pre
      // A long message can be scrolled by keyboard.
      tabIndex={0}
      role="region"
      aria-label={t('content')}
      lang="en"
      className="max-h-96 overflow-y-auto rounded-md border border-line bg-sunk p-4 text-sm wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}

/** The content of a dead letter; personal values are masked. */
export function DeadLetterContent({ id }: { id: string }) {
  const { t } = useTranslation('deadLetters');
  return (
    <Loaded query={useDeadLetter(id)} failed={t('inspectFailed')} height="h-48">
      {({ eventId, content, size, isCut }) => (
        <div className="flex flex-col gap-3">
          {eventId && (
            <p className="text-sm wrap-anywhere text-ink-2">{t('eventId', { id: eventId })}</p>
          )}
          {content === '' ? (
            <p>{t('notShown', { size: formatFileSize(size) })}</p>
          ) : (
            <JsonContent text={content} />
          )}
          {isCut && <p className="text-sm text-ink-3">{t('cut')}</p>}
        </div>
      )}
    </Loaded>
  );
}
