import type { DeadLetter } from '@ctdb/contracts';
import i18n from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useErrorMessages } from '@/lib/error-messages';
import { useLanguage } from '@/lib/language';
import { isCode } from '@/lib/api';
import { formatDateTime } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { type DeadLetterAction, useResolveDeadLetter } from '../api/dead-letters';
import { DeadLetterDialog } from './dead-letter-dialog';

const tones = { waiting: 'amber', replayed: 'green', discarded: 'gray' } as const;

function Facts({ letter }: { letter: DeadLetter }) {
  const { t } = useTranslation('deadLetters');
  const language = useLanguage();
  const { reason, service, deadAt, at, settledAt, settledBy = '' } = letter;
  const why = i18n.exists(`deadLetters:reason.${reason}`)
    ? t(`reason.${reason}` as 'reason.rejected')
    : reason;
  return (
    <>
      <p className="text-sm wrap-anywhere text-ink-2">
        {t('service', { name: service })} · {why}
      </p>
      <p className="text-sm text-ink-3 tabular-nums">
        {at && `${t('happened', { when: formatDateTime(at, language) })} · `}
        {t('givenUp', { when: formatDateTime(deadAt, language) })}
      </p>
      {settledAt && (
        <p className="text-sm text-ink-3 tabular-nums">
          {t('settled', { when: formatDateTime(settledAt, language), name: settledBy })}
        </p>
      )}
    </>
  );
}

/** One dead letter with its actions. */
export function DeadLetterRow({ letter }: { letter: DeadLetter }) {
  const { t } = useTranslation('deadLetters');
  const { errorText } = useErrorMessages();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const [asking, ask] = useState(false);
  const settle = useResolveDeadLetter(letter.id);
  const event = letter.event ?? t('unreadable');
  const name = `${event}, ${formatDateTime(letter.deadAt, language)}`;
  const doing = settle.isPending ? settle.variables : undefined;

  const run = async (how: DeadLetterAction) => {
    try {
      await settle.mutateAsync(how);
      toast.success(t(`${how}.done`), { description: t(`${how}.doneText`) });
    } catch (error) {
      if (isCode(error, 'ALREADY_SETTLED')) toast.info(errorText(error));
      else toast.error(t(`${how}.failed`), { description: errorText(error) });
    }
    ask(false);
  };

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="min-w-0 font-semibold wrap-anywhere">{event}</code>
          <Badge tone={tones[letter.state]}>{t(`state.${letter.state}`)}</Badge>
        </p>
        <Facts letter={letter} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={t('inspectNamed', { name })} onClick={() => setOpen(true)}>
          {t('inspect')}
        </Button>
        {letter.state === 'waiting' && (
          <>
            <Button
              size="small"
              pending={doing === 'replay'}
              disabled={doing === 'discard'}
              aria-label={t('replay.named', { name })}
              onClick={() => void run('replay')}
            >
              {t('replay.action')}
            </Button>
            <Button
              size="small"
              disabled={doing === 'replay'}
              aria-label={t('discard.named', { name })}
              onClick={() => ask(true)}
            >
              {t('discard.action')}
            </Button>
          </>
        )}
      </div>
      <DeadLetterDialog id={letter.id} name={event} open={open} onClose={() => setOpen(false)} />
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        question={t('discard.question')}
        consequence={t('discard.consequence', { name: event })}
        confirm={t('discard.action')}
        pending={doing === 'discard'}
        onConfirm={() => void run('discard')}
      />
    </li>
  );
}
