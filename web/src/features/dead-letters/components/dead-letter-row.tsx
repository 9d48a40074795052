import { type DeadLetter, formatFileSize } from '@ctdb/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import i18n from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { useErrorMessages } from '@/lib/error-messages';
import { call, currentQuery, isCode, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';
import { toast } from '@/lib/toast';

const tones = { waiting: 'amber', replayed: 'green', discarded: 'gray' } as const;

/** The content of a dead letter; personal values are masked. */
function DeadLetterContent({ id }: { id: string }) {
  const { t } = useTranslation('deadLetters');
  const params = { id };
  const query = useQuery(
    currentQuery(['dead-letters', 'one', id], routes.getDeadLetter, { params }),
  );
  return (
    <Loaded query={query} failed={t('inspectFailed')} height="h-48">
      {({ eventId, content, size, isCut }) => (
        <div className="flex flex-col gap-3">
          {eventId && (
            <p className="text-sm wrap-anywhere text-ink-2">{t('eventId', { id: eventId })}</p>
          )}
          {content === '' ? (
            <p>{t('notShown', { size: formatFileSize(size) })}</p>
          ) : (
            <pre
              // A long message can be scrolled by keyboard.
              tabIndex={0}
              role="region"
              aria-label={t('content')}
              lang="en"
              className="max-h-96 overflow-y-auto rounded-md border border-line bg-sunk p-4 text-sm wrap-anywhere whitespace-pre-wrap"
            >
              {content}
            </pre>
          )}
          {isCut && <p className="text-sm text-ink-3">{t('cut')}</p>}
        </div>
      )}
    </Loaded>
  );
}

/** One dead letter with its actions. */
export function DeadLetterRow({ letter }: { letter: DeadLetter }) {
  const { t } = useTranslation('deadLetters');
  const { errorText } = useErrorMessages();
  const { formatDateTime } = useDates();
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const event = letter.event ?? t('unreadable');
  const { reason, service, deadAt, at, settledAt, settledBy = '' } = letter;
  const name = `${event}, ${formatDateTime(deadAt)}`;
  const why = i18n.exists(`deadLetters:reason.${reason}`)
    ? t(`reason.${reason}` as 'reason.rejected')
    : reason;
  const settle = useMutation({
    mutationFn: async (how: 'replay' | 'discard') => {
      const options = { params: { id: letter.id } };
      try {
        if (how === 'replay') await call(routes.replayDeadLetter, options);
        else await call(routes.discardDeadLetter, options);
        toast.success(t(`${how}.done`), { description: t(`${how}.doneText`) });
      } catch (error) {
        if (isCode(error, 'ALREADY_SETTLED')) toast.info(errorText(error));
        else toast.error(t(`${how}.failed`), { description: errorText(error) });
      }
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['dead-letters'] });
      void client.invalidateQueries({ queryKey: ['operations'] });
    },
  });
  const doing = settle.isPending ? settle.variables : undefined;

  return (
    <ListRow
      title={<code>{event}</code>}
      badges={<Badge tone={tones[letter.state]}>{t(`state.${letter.state}`)}</Badge>}
      actions={
        <>
          <Button
            size="small"
            aria-label={t('inspectNamed', { name })}
            onClick={() => setOpen(true)}
          >
            {t('inspect')}
          </Button>
          {letter.state === 'waiting' && (
            <>
              <Button
                size="small"
                pending={doing === 'replay'}
                disabled={doing === 'discard'}
                aria-label={t('replay.named', { name })}
                onClick={() => settle.mutate('replay')}
              >
                {t('replay.action')}
              </Button>
              <ConfirmButton
                size="small"
                disabled={doing === 'replay'}
                aria-label={t('discard.named', { name })}
                action={t('discard.action')}
                question={t('discard.question')}
                consequence={t('discard.consequence', { name: event })}
                failed={t('discard.failed')}
                run={() => settle.mutateAsync('discard')}
              />
            </>
          )}
        </>
      }
      below={
        <Dialog
          shape="drawer"
          open={open}
          onOpenChange={setOpen}
          title={event}
          description={t('masked')}
        >
          <DeadLetterContent id={letter.id} />
        </Dialog>
      }
    >
      <p>
        {t('service', { name: service })} · {why}
      </p>
      <p>
        {at && `${t('happened', { when: formatDateTime(at) })} · `}
        {t('givenUp', { when: formatDateTime(deadAt) })}
      </p>
      {settledAt && <p>{t('settled', { when: formatDateTime(settledAt), name: settledBy })}</p>}
    </ListRow>
  );
}
