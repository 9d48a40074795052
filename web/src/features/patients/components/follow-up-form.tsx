import { type Patient, patientInput } from '@ctdb/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { useLanguage } from '@/lib/language';
import { formatDay, useToday } from '@/lib/dates';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors, useSubmit } from '@/lib/form';
import { toast } from '@/lib/toast';
import { useUpdatePatient } from '../api/patients';

const followUpForm = patientInput.pick({ followUpOn: true }).required();

/** The day of the next visit; a blank one is none. A day that has passed is saved after a question. */
export function FollowUpForm({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['patients', 'common']);
  const language = useLanguage();
  const update = useUpdatePatient();
  const { id, version, followUpOn } = patient;
  const form = useForm({
    resolver: contractResolver(followUpForm),
    defaultValues: { followUpOn: followUpOn ?? null },
  });
  const draft = useDraft(`followUp:${id}`, form);
  const today = useToday();
  const fieldError = useFieldErrors(form);
  /** The day that the open question is about. */
  const [passedDay, setPassedDay] = useState<string>();
  const [isAsking, ask] = useState(false);
  const failed = t('patients:followUp.failed');

  const save = useSubmit(form, failed, async (body) => {
    await update.mutateAsync({ params: { id }, body, ifMatch: version });
    draft.clear();
    toast.success(t('patients:followUp.saved'));
  });
  const submit = form.handleSubmit(async ({ followUpOn: day }) => {
    if (day === null || day >= today) await save();
    else {
      setPassedDay(day);
      ask(true);
    }
  });

  return (
    <>
      <form
        noValidate
        aria-label={t('patients:followUp.label')}
        onSubmit={(event) => void submit(event)}
        className="flex flex-wrap items-end gap-3 print:hidden"
      >
        <Field
          label={t('patients:followUp.label')}
          help={draft.restored && t('common:state.draftKept')}
          optional
          error={fieldError('followUpOn')}
        >
          <Input
            type="date"
            {...form.register('followUpOn', { setValueAs: (day: string | null) => day || null })}
          />
        </Field>
        <Button type="submit" pending={update.isPending} disabled={!form.formState.isDirty}>
          {t(update.isPending ? 'common:action.saving' : 'common:action.save')}
        </Button>
      </form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        question={t('patients:followUp.passed', {
          date: passedDay && formatDay(passedDay, language),
        })}
        confirm={t('common:action.save')}
        variant="primary"
        pending={update.isPending}
        onConfirm={() => void save().then(() => ask(false))}
      />
      {followUpOn && (
        <p className="hidden print:block">
          {t('patients:followUp.label')}: {formatDay(followUpOn, language)}
        </p>
      )}
    </>
  );
}
