import { type Patient, patientInput } from '@ctdb/contracts';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '@/components/form-fields';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Form, FormActions } from '@/components/ui/form';
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
  const typedDay = useWatch({ control: form.control, name: 'followUpOn' });
  const [isAsking, ask] = useState(false);
  const failed = t('patients:followUp.failed');
  const cancel = () => {
    form.reset();
    draft.clear();
    // The button goes.
    form.setFocus('followUpOn');
  };

  const save = useSubmit(form, failed, async (body) => {
    await update.mutateAsync({ params: { id }, body, ifMatch: version });
    draft.clear();
    toast.success(t('patients:followUp.saved'));
  });
  const submit = form.handleSubmit(async ({ followUpOn: day }) => {
    if (day === null || day >= today) await save();
    else ask(true);
  });

  return (
    <>
      <Form
        aria-label={t('patients:followUp.label')}
        onSubmit={submit}
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
        <FormActions
          isSaving={update.isPending}
          variant="secondary"
          disabled={!form.formState.isDirty}
          onCancel={form.formState.isDirty ? cancel : undefined}
        />
      </Form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        question={t('patients:followUp.passed', {
          date: typedDay && formatDay(typedDay, language),
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
export function DetailsForm({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { t } = useTranslation(['patients', 'common']);
  const update = usePatientMutation(routes.updatePatient);
  const { id, version, birthYear, place = '' } = patient;
  const form = useForm({
    resolver: contractResolver(detailsForm),
    defaultValues: { birthYear: birthYear ? String(birthYear) : null, place },
  });
  const draft = useDraft(`patientDetails:${id}`, form);
  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = useSubmit(form, t('patients:details.failed'), async (body) => {
    await update.mutateAsync({ params: { id }, body, ifMatch: version });
    toast.success(t('patients:details.saved'));
    close();
  });
  return (
    <Form aria-label={t('patients:details.label')} onSubmit={submit}>
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
      </div>
      <p className="text-sm text-ink-3">
        {t(draft.restored ? 'common:state.draftKept' : 'patients:details.help')}
      </p>
      <FormActions
        isSaving={update.isPending}
        save={t('patients:details.save')}
        disabled={!form.formState.isDirty}
        onCancel={close}
      />
    </Form>
  );
}
