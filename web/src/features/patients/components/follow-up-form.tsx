import type { Patient } from '@ctdb/contracts';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { useErrorMessages } from '@/i18n/error-messages';
import { useLanguage } from '@/i18n/language';
import { formatDay } from '@/lib/dates';
import { useTypedDraft } from '@/lib/drafts';
import { toast } from '@/lib/toast';
import { useUpdatePatient } from '../api/patients';

/** The day of the next visit; a blank one is none. */
export function FollowUpForm({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['patients', 'common']);
  const language = useLanguage();
  const { errorText } = useErrorMessages();
  const update = useUpdatePatient();
  const { id, version, followUpOn = '' } = patient;
  const draft = useTypedDraft(`followUp:${id}`, { day: followUpOn });
  const { day } = draft.values;

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await update.mutateAsync({
        params: { id },
        body: { followUpOn: day || null },
        ifMatch: version,
      });
      draft.clear();
      toast.success(t('patients:followUp.saved'));
    } catch (error) {
      toast.error(t('patients:followUp.failed'), { description: errorText(error) });
    }
  };

  return (
    <>
      <form
        noValidate
        aria-label={t('patients:followUp.label')}
        onSubmit={(event) => void save(event)}
        className="flex flex-wrap items-end gap-3 print:hidden"
      >
        <Field
          label={t('patients:followUp.label')}
          help={draft.restored && t('common:state.draftKept')}
          optional
        >
          <Input
            type="date"
            value={day}
            onChange={({ target }) => draft.change({ day: target.value })}
          />
        </Field>
        <Button type="submit" pending={update.isPending} disabled={day === followUpOn}>
          {t(update.isPending ? 'common:action.saving' : 'common:action.save')}
        </Button>
      </form>
      {followUpOn && (
        <p className="hidden print:block">
          {t('patients:followUp.label')}: {formatDay(followUpOn, language)}
        </p>
      )}
    </>
  );
}
