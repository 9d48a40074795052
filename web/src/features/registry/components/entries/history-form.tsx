import {
  fold,
  formOutcomes,
  historyCorrection,
  historyEntry as entrySchema,
  historyInput,
  type HistoryEntry,
  type Outcome,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ConflictNotice } from '@/components/conflict-notice';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { FormActions } from '@/components/ui/form-actions';
import { useEnumLabels } from '@/i18n/enum-labels';
import { type Language, useLanguage } from '@/lib/language';
import { formatLongDay, today, toDay } from '@/lib/dates';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors } from '@/lib/form';
import { useRequestKey } from '@/lib/request-key';
import { toast } from '@/lib/toast';
import { useVersionedForm } from '@/lib/use-versioned-form';
import { useAddHistoryEntry, useUpdateHistoryEntry } from '@/features/registry/api/entries';
import { useSamePerson } from '@/features/registry/model/use-same-person';
import { AudienceHint } from './entry-visibility';
import { KannadaFields } from '../forms/kannada-fields';
import { SamePerson } from './same-person';

interface HistoryFormProps {
  treatment: TreatmentDetail;
  /** The entry that is corrected; absent for a new one. */
  entry?: HistoryEntry;
  onClose: () => void;
}

const entryForm = historyInput.omit({ treatmentId: true });

const emptyEntry = (): z.input<typeof entryForm> => ({
  date: today(),
  patientName: '',
  treatmentDescription: '',
  treatmentDescriptionKn: '',
  outcome: formOutcomes[0],
  practitioner: '',
  practitionerKn: '',
});

const toFormValues = (entry: HistoryEntry) => ({
  date: toDay(entry.date),
  patientName: entry.patientName,
  treatmentDescription: entry.treatmentDescription,
  treatmentDescriptionKn: entry.treatmentDescriptionKn,
  outcome: entry.outcome,
  practitioner: entry.practitioner,
  practitionerKn: entry.practitionerKn,
});

/** A new history entry, or the correction of one, written in place. */
export function HistoryForm({ treatment, entry, onClose }: HistoryFormProps) {
  const { t } = useTranslation(['registry', 'common', 'entries']);
  const labels = useEnumLabels();
  const language = useLanguage();
  /** The patient was erased: a correction needs no name. */
  const isErased = entry?.patientName === '';
  const form = useForm({
    resolver: contractResolver(isErased ? historyCorrection : entryForm),
    defaultValues: entry ? toFormValues(entry) : emptyEntry(),
  });
  const draft = useDraft(`history:${entry?.id ?? treatment.id}`, form, entry?.version);
  const request = useRequestKey();
  const addition = useAddHistoryEntry(treatment.diseaseId);
  const correction = useUpdateHistoryEntry(treatment.diseaseId);
  const samePerson = useSamePerson();
  const { isSubmitting } = form.formState;

  /** The outcomes of the form, and the entry's own where it is another one. */
  const offered: Outcome[] = [...new Set([...formOutcomes, entry?.outcome ?? formOutcomes[0]])];

  const close = () => {
    draft.clear();
    onClose();
  };
  const { submit, conflict } = useVersionedForm({
    form,
    draft,
    failed: t('entries:history.failed'),
    toValues: (saved) => {
      const { data } = entrySchema.safeParse(saved);
      return data && toFormValues(data);
    },
    save: async (values, ifMatch) => {
      const body = { ...values, ...samePerson.choiceFor(values.patientName) };
      if (entry) {
        // A date that stays keeps its time of day.
        const date = body.date === toDay(entry.date) ? entry.date : body.date;
        const params = { id: treatment.id, entryId: entry.id };
        await correction.mutateAsync({ params, body: { ...body, date }, ifMatch });
      } else {
        const added = { treatmentId: treatment.id, ...body };
        await addition.mutateAsync({ body: added, idempotencyKey: request.keyFor(added) });
      }
      toast.success(t('entries:history.saved'));
      close();
    },
  });
  const fieldError = useFieldErrors(form);
  /** An entry stays with its patient unless the name is changed. */
  const isKept = (name: string) => entry && fold(name) === fold(entry.patientName);
  const send = form.handleSubmit(async ({ patientName }) => {
    if (isKept(patientName) || (await samePerson.isClear(patientName, entry?.patientId)))
      await submit();
  });
  /** Returns the texts that another person saved in one language; with date and outcome in the reader's. */
  const savedText = (lang: Language) => {
    if (!conflict) return { lang, text: '' };
    const { values: saved } = conflict;
    const facts = [
      formatLongDay(saved.date, language),
      labels.outcome(saved.outcome ?? formOutcomes[0]),
    ].join(' · ');
    const texts =
      lang === 'en'
        ? [saved.patientName, saved.practitioner, saved.treatmentDescription]
        : [saved.practitionerKn, saved.treatmentDescriptionKn];
    return { lang, text: [lang === language && facts, ...texts].filter(Boolean).join('\n') };
  };

  return (
    <>
      <SamePerson
        question={samePerson.question}
        onClose={samePerson.close}
        onChoose={(choice) => {
          samePerson.choose(choice);
          void submit();
        }}
      />
      <form
        noValidate
        aria-label={t(entry ? 'entries:history.edit' : 'entries:history.add')}
        onSubmit={(event) => void send(event)}
        className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-4 sm:p-6"
      >
        {conflict && (
          <ConflictNotice {...conflict} serverValues={[savedText('en'), savedText('kn')]} />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('entries:history.date')} required error={fieldError('date')}>
            <Input type="date" min="1900-01-01" autoFocus {...form.register('date')} />
          </Field>
          <Field label={t('entries:history.outcome')}>
            <Controller
              control={form.control}
              name="outcome"
              render={({ field }) => (
                <Select
                  {...field}
                  options={offered.map((value) => ({ value, label: labels.outcome(value) }))}
                />
              )}
            />
          </Field>
          <Field
            label={t('entries:history.patientName')}
            help={t('entries:history.patientHelp')}
            required={!isErased}
            optional={isErased}
            error={fieldError('patientName') ?? fieldError('patientId')}
          >
            <Input autoComplete="off" {...form.register('patientName')} />
          </Field>
          <Field
            label={t('entries:history.practitionerName')}
            required
            error={fieldError('practitioner')}
          >
            <Input autoComplete="off" {...form.register('practitioner')} />
          </Field>
        </div>
        <Field
          label={t('entries:history.description')}
          required
          error={fieldError('treatmentDescription')}
        >
          <Textarea rows={4} {...form.register('treatmentDescription')} />
        </Field>
        <KannadaFields
          form={form}
          fields={[
            {
              name: 'treatmentDescriptionKn',
              label: t('entries:history.description'),
              rows: 4,
            },
            { name: 'practitionerKn', label: t('entries:history.practitionerName') },
          ]}
        />
        <AudienceHint isPublished={entry?.isPublished ?? false} />
        <FormActions isSaving={isSubmitting} save={t('entries:history.save')} onCancel={close} />
      </form>
    </>
  );
}
