import { type Patient, patientInput } from '@ctdb/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '@/components/form-fields';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { routes } from '@/lib/api';
import { useLanguage } from '@/lib/language';
import { formatDay, useToday } from '@/lib/dates';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useSubmit } from '@/lib/form';
import { toast } from '@/lib/toast';
import { usePatientMutation } from '../api/patients';

const followUpForm = patientInput.pick({ followUpOn: true }).required();

/** The day of the next visit; a blank one is none. A day that has passed is saved after a question. */
export function FollowUpForm({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['patients', 'common']);
  const language = useLanguage();
  const update = usePatientMutation(routes.updatePatient);
  const { id, version, followUpOn } = patient;
  const form = useForm({
    resolver: contractResolver(followUpForm),
    defaultValues: { followUpOn: followUpOn ?? null },
  });
  const draft = useDraft(`followUp:${id}`, form);
  const today = useToday();
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
        <TextField
          form={form}
          name="followUpOn"
          label={t('patients:followUp.label')}
          help={draft.restored && t('common:state.draftKept')}
          optional
          type="date"
          registered={{ setValueAs: (day: string | null) => day || null }}
        />
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

const detailsForm = patientInput.pick({ birthYear: true, place: true });

/** Year of birth and place, which tell patients of one name apart. */
export function DetailsForm({ patient, onSaved }: { patient: Patient; onSaved: () => void }) {
  const { t } = useTranslation(['patients', 'common']);
  const update = usePatientMutation(routes.updatePatient);
  const { id, version, birthYear, place = '' } = patient;
  const form = useForm({
    resolver: contractResolver(detailsForm),
    defaultValues: { birthYear: birthYear ? String(birthYear) : null, place },
  });
  const draft = useDraft(`patientDetails:${id}`, form);
  const submit = useSubmit(form, t('patients:details.failed'), async (body) => {
    await update.mutateAsync({ params: { id }, body, ifMatch: version });
    draft.clear();
    toast.success(t('patients:details.saved'));
    onSaved();
  });
  return (
    <form
      noValidate
      aria-label={t('patients:details.label')}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          form={form}
          name="birthYear"
          label={t('patients:details.birthYear')}
          optional
          inputMode="numeric"
          autoComplete="off"
          boxClass="w-28"
          registered={{ setValueAs: (year: string | null) => year || null }}
        />
        <TextField
          form={form}
          name="place"
          label={t('patients:details.place')}
          optional
          autoComplete="off"
        />
        <Button type="submit" pending={update.isPending} disabled={!form.formState.isDirty}>
          {t(update.isPending ? 'common:action.saving' : 'patients:details.save')}
        </Button>
      </div>
      <p className="text-sm text-ink-3">
        {t(draft.restored ? 'common:state.draftKept' : 'patients:details.help')}
      </p>
    </form>
  );
}
