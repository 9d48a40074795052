import {
  DEFAULT_NOTE_TITLE,
  fold,
  formOutcomes,
  historyCorrection,
  historyEntry as entrySchema,
  historyInput,
  type HistoryEntry,
  MAX_NAME_LENGTH,
  note as noteSchema,
  noteInput,
  type Note,
  optionalText,
  type Outcome,
  type Patient,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { SelectField, TextField } from '@/components/form-fields';
import { useEnumLabels } from '@/i18n/enum-labels';
import { routes } from '@/lib/api';
import { formatLongDay, today, toDay } from '@/lib/dates';
import { useFieldErrors } from '@/lib/form';
import { useLanguage } from '@/lib/language';
import { useRequestKey } from '@/lib/request-key';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useTreatmentMutation } from '@/features/registry/api/changes';
import { KannadaFields } from '../forms/kannada-fields';
import { RecordForm, useRecordForm } from '@/components/record-form';
import { useSamePerson } from './same-person';

/** In a list of entries. */
const style = 'rounded-lg border border-line bg-raised p-4 sm:p-6';

interface EntryFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

/** Shows to a buyer who will see an entry, before it is written or corrected. */
function AudienceHint({ isPublished = false }: { isPublished: boolean | undefined }) {
  const { t } = useTranslation('entries');
  const { role, plan } = useSession();
  if (role !== 'pass') return null;
  const texts = [t(isPublished ? 'entry.correctionAudience' : 'entry.audience')];
  if (plan === 'hourly') texts.push(t('entry.audienceHourly'));
  return <p className="text-sm text-ink-2">{texts.join(' ')}</p>;
}

/** A blank title is allowed: the note then gets the default title. */
const noteForm = noteInput
  .omit({ treatmentId: true })
  .extend({ title: optionalText(MAX_NAME_LENGTH) });

const savedNote = noteSchema.pick({ title: true, titleKn: true, content: true, contentKn: true });
const blankNote = { title: '', titleKn: '', content: '', contentKn: '' };

/** A new note, or the correction of one, written in place. */
export function NoteForm({ treatment, note, onClose }: EntryFormProps & { note?: Note }) {
  const { t } = useTranslation('entries');
  const request = useRequestKey();
  const addition = useTreatmentMutation(routes.addNote);
  const correction = useTreatmentMutation(routes.updateNote);
  const record = useRecordForm({
    schema: noteForm,
    values: note ? savedNote.parse(note) : blankNote,
    draft: `note:${note?.id ?? treatment.id}`,
    version: note?.version,
    failed: t('note.failed'),
    record: savedNote,
    toValues: (values) => values,
    onClose,
    save: async (values, ifMatch) => {
      const body = { ...values, title: values.title || DEFAULT_NOTE_TITLE };
      if (note) {
        const params = { id: treatment.id, noteId: note.id };
        await correction.mutateAsync({ params, body, ifMatch });
      } else {
        const added = { ...body, treatmentId: treatment.id };
        await addition.mutateAsync({ body: added, idempotencyKey: request.keyFor(added) });
      }
      toast.success(t('note.saved'));
    },
  });
  const { form } = record;
  return (
    <RecordForm
      of={record}
      label={t(note ? 'note.edit' : 'note.add')}
      save={t('note.save')}
      toTexts={({ title, content, titleKn, contentKn }) => [
        { lang: 'en', lines: [title, content] },
        { lang: 'kn', lines: [titleKn, contentKn] },
      ]}
      className={style}
    >
      <TextField
        form={form}
        name="title"
        label={t('note.title')}
        optional
        placeholder={t('note.defaultTitle')}
      />
      <TextField form={form} name="content" label={t('note.content')} required rows={4} autoFocus />
      <KannadaFields
        form={form}
        fields={[
          { name: 'titleKn', label: t('note.title') },
          { name: 'contentKn', label: t('note.content'), rows: 4 },
        ]}
      />
      <AudienceHint isPublished={note?.isPublished} />
    </RecordForm>
  );
}

const entryForm = historyInput.omit({ treatmentId: true });

const toEntryValues = (entry: Partial<HistoryEntry>): z.input<typeof entryForm> => ({
  date: entry.date ? toDay(entry.date) : today(),
  patientName: entry.patientName ?? '',
  treatmentDescription: entry.treatmentDescription ?? '',
  treatmentDescriptionKn: entry.treatmentDescriptionKn ?? '',
  outcome: entry.outcome ?? formOutcomes[0],
  practitioner: entry.practitioner ?? '',
  practitionerKn: entry.practitionerKn ?? '',
});

interface HistoryFormProps extends EntryFormProps {
  entry?: HistoryEntry;
  /** The patient of a new entry, if it is begun on the patient's page. */
  patient?: Patient | undefined;
}

/** A new history entry, or the correction of one, written in place. */
export function HistoryForm({ treatment, entry, patient, onClose }: HistoryFormProps) {
  const { t } = useTranslation('entries');
  const labels = useEnumLabels();
  const language = useLanguage();
  /** The patient was erased: a correction needs no name. */
  const isErased = entry?.patientName === '';
  const request = useRequestKey();
  const addition = useTreatmentMutation(routes.addHistoryEntry);
  const correction = useTreatmentMutation(routes.updateHistoryEntry);
  const samePerson = useSamePerson(patient);
  const record = useRecordForm({
    schema: isErased ? historyCorrection : entryForm,
    values: toEntryValues(entry ?? { patientName: patient?.name ?? '' }),
    draft: `history:${entry?.id ?? treatment.id}`,
    version: entry?.version,
    failed: t('history.failed'),
    record: entrySchema,
    toValues: toEntryValues,
    onClose,
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
      toast.success(t('history.saved'));
    },
  });
  const { form, submit } = record;
  const box = { form, autoComplete: 'off' } as const;
  const fieldError = useFieldErrors(form);
  /** The outcomes of the form, and the entry's own where it is another one. */
  const offered: Outcome[] = [...new Set([...formOutcomes, entry?.outcome ?? formOutcomes[0]])];
  /** An entry stays with its patient unless the name is changed. */
  const isKept = (name: string) => entry && fold(name) === fold(entry.patientName);
  const send = async ({ patientName }: { patientName: string }) => {
    const isKnown = isKept(patientName) || samePerson.isAnswered(patientName);
    if (isKnown || (await samePerson.isClear(patientName, entry?.patientId))) await submit();
  };

  return (
    <>
      {samePerson.dialog(submit)}
      <RecordForm
        of={record}
        label={t(entry ? 'history.edit' : 'history.add')}
        save={t('history.save')}
        onSubmit={send}
        toTexts={(saved) => {
          const outcome = labels.outcome(saved.outcome ?? formOutcomes[0]);
          // In the reader's language.
          const facts = `${formatLongDay(saved.date, language)} · ${outcome}`;
          const { patientName, practitioner, treatmentDescription: text } = saved;
          const { practitionerKn, treatmentDescriptionKn: textKn } = saved;
          const [en, kn] = language === 'en' ? [facts, ''] : ['', facts];
          return [
            { lang: 'en', lines: [en, patientName, practitioner, text] },
            { lang: 'kn', lines: [kn, practitionerKn, textKn] },
          ];
        }}
        className={style}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            form={form}
            name="date"
            label={t('history.date')}
            required
            type="date"
            min="1900-01-01"
            autoFocus
          />
          <SelectField
            form={form}
            name="outcome"
            label={t('history.outcome')}
            options={offered.map((value) => ({ value, label: labels.outcome(value) }))}
          />
          <TextField
            {...box}
            name="patientName"
            label={t('history.patientName')}
            help={t('history.patientHelp')}
            required={!isErased}
            optional={isErased}
            error={fieldError('patientName') ?? fieldError('patientId')}
          />
          <TextField {...box} name="practitioner" label={t('history.practitionerName')} required />
        </div>
        <TextField
          form={form}
          name="treatmentDescription"
          label={t('history.description')}
          required
          rows={4}
        />
        <KannadaFields
          form={form}
          fields={[
            { name: 'treatmentDescriptionKn', label: t('history.description'), rows: 4 },
            { name: 'practitionerKn', label: t('history.practitionerName') },
          ]}
        />
        <AudienceHint isPublished={entry?.isPublished} />
      </RecordForm>
    </>
  );
}
