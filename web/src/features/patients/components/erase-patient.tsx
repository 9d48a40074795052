import type { listMentions, Mention, Patient, ReplyOf } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/notice';
import { UserText } from '@/components/ui/prose';
import { routeQuery, routes } from '@/lib/api';
import { getName, useLanguage } from '@/lib/language';
import { formatDate, formatDay } from '@/lib/dates';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { usePatientMutation } from '../api/patients';

/** Texts that contain the name of a patient. */
export type Mentions = ReplyOf<typeof listMentions>;

const tabs = { note: '&tab=notes', history: '&tab=history', treatment: '', disease: '' } as const;
const pathOf = ({ kind, diseaseId }: Mention) => `/app?disease=${diseaseId}${tabs[kind]}`;

/** The places of texts as links; each opens beside this page, which keeps the list. */
export function MentionList({ mentions: { items, total } }: { mentions: Mentions }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  return (
    <>
      <ul className="my-2 flex max-h-64 list-disc flex-col gap-1 overflow-y-auto ps-5">
        {items.map((mention) => (
          <li key={mention.id}>
            <a
              href={pathOf(mention)}
              target="_blank"
              rel="noreferrer"
              className="rounded-sm text-accent underline underline-offset-4"
            >
              <UserText>
                {[
                  t(`mentions.kind.${mention.kind}`),
                  getName(mention, language),
                  mention.date && formatDay(mention.date, language),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </UserText>
            </a>
          </li>
        ))}
      </ul>
      {items.length < total && (
        <p className="text-ink-2">{t('mentions.more', { shown: items.length, total })}</p>
      )}
    </>
  );
}

interface ErasePatientProps {
  patient: Patient;
  isAsking: boolean;
  ask: (isAsking: boolean) => void;
  /** With the texts that are left to go through, unless there are none. */
  onErased: (mentions: Mentions) => void;
}

/** Removes a patient's name for good, after a question that lists the texts that keep it. */
export function ErasePatient({ patient, isAsking, ask, onErased }: ErasePatientProps) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const navigate = useNavigate();
  const runAction = useRunAction();
  // The page is left afterwards: nothing of the patient is asked for again.
  const erasure = usePatientMutation(routes.erasePatient, ['patients', 'list']);
  // Texts that an erasure leaves as they are. Kept nowhere: they are asked for before each erasure.
  const mentions = useQuery({
    ...routeQuery(['mentions', patient.id], routes.listMentions, { params: { id: patient.id } }),
    enabled: isAsking,
    gcTime: 0,
    staleTime: 0,
  });

  const erase = () =>
    runAction(t('erase.failed'), async () => {
      const erased = erasure.mutateAsync({ params: { id: patient.id } });
      const { backupsUntil } = await erased.finally(() => ask(false));
      if (mentions.data && mentions.data.total > 0) onErased(mentions.data);
      else await navigate('/patients', { replace: true });
      const description = t('erase.backups', { date: formatDate(backupsUntil, language) });
      toast.success(t('erase.done'), { description });
    });

  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={ask}
      question={t('erase.question', { name: patient.name })}
      consequence={t('erase.consequence')}
      confirm={t('erase.open')}
      pending={erasure.isPending || mentions.isFetching}
      onConfirm={() => void erase()}
    >
      <div className="mt-4">
        {mentions.isFetching && <p className="text-ink-2">{t('mentions.loading')}</p>}
        {mentions.isError && <ErrorState title={t('mentions.failed')} query={mentions} />}
        {mentions.data?.total === 0 && <p className="text-ink-2">{t('mentions.none')}</p>}
        {mentions.data && mentions.data.total > 0 && (
          <>
            <p>{t('mentions.before')}</p>
            <MentionList mentions={mentions.data} />
          </>
        )}
      </div>
    </ConfirmDialog>
  );
}
