import {
  MAX_DESCRIPTION_LENGTH,
  optionalText,
  treatmentDetail,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { Check, Languages } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TextField } from '@/components/form-fields';
import { RecordForm, type SavedText, useRecordForm } from '@/components/record-form';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useTreatmentMutation } from '@/features/registry/api/changes';
import { call, findParams, routes } from '@/lib/api';
import { useErrorMessages } from '@/lib/error-messages';
import { useRunAction } from '@/lib/run-action';
import { useConfig, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';

/**
 * Form values of the two descriptions. `machineTranslatedBy` names the engine of an unreviewed
 * Kannada text; it is empty as soon as a person edits that text.
 */
export const descriptionValues = z.strictObject({
  descriptionEn: optionalText(MAX_DESCRIPTION_LENGTH).unwrap(),
  descriptionKn: optionalText(MAX_DESCRIPTION_LENGTH).unwrap(),
  machineTranslatedBy: z.string(),
});
type DescriptionValues = z.infer<typeof descriptionValues>;

export const savedDescriptions = treatmentDetail.pick({ descriptionEn: true, descriptionKn: true });

/** The form values of saved texts. */
export const toValues = (
  saved: z.infer<typeof savedDescriptions>,
  machineTranslatedBy = '',
): DescriptionValues => ({ ...saved, machineTranslatedBy });

/** The texts that a reader compares with what another person has saved. */
export const toDescriptionTexts = (values: DescriptionValues): SavedText[] => [
  { lang: 'en', lines: [values.descriptionEn] },
  { lang: 'kn', lines: [values.descriptionKn] },
];

/** Makes the request's body. */
export const toBody = ({ machineTranslatedBy, ...texts }: DescriptionValues) => ({
  ...texts,
  machineTranslatedBy: machineTranslatedBy || undefined,
});

/** Fills the Kannada text from the English one; without an engine it offers exact glossary terms. */
function TranslateButton() {
  const { t } = useTranslation(['errors', 'forms']);
  const form = useFormContext<DescriptionValues>();
  const { errorText } = useErrorMessages();
  const translation = useMutation({
    mutationFn: (text: string) => call(routes.translate, { body: { text } }),
  });
  const [terms, setTerms] = useState<readonly { en: string; kn: string }[]>();
  const { isPerson, isAdmin } = useSession();
  const hasEngine = useConfig()?.translation?.configured !== false;

  const setKannada = (text: string, engine: string) => {
    form.setValue('descriptionKn', text, { shouldDirty: true });
    form.setValue('machineTranslatedBy', engine, { shouldDirty: true });
  };
  const addTerm = (term: string) => {
    const text = form.getValues('descriptionKn');
    setKannada(text ? `${text.trimEnd()} ${term}` : term, '');
  };
  const run = async () => {
    setTerms(undefined);
    const text = form.getValues('descriptionEn').trim();
    if (!text) return toast.error(t('forms:translate.englishFirst'));
    try {
      const result = await translation.mutateAsync(text);
      setKannada(result.text, result.engine);
    } catch (error) {
      const missing = findParams(error, 'TRANSLATION_NOT_CONFIGURED');
      if (missing) setTerms(missing.glossary);
      else toast.error(t('forms:translate.failed'), { description: errorText(error) });
    }
  };

  if (!hasEngine && !isPerson) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      {!hasEngine && (
        <p className="text-sm text-ink-3">
          <span>{t('forms:translate.noEngine')}</span>{' '}
          {isAdmin && <span>{t('forms:translate.setUp')}</span>}
        </p>
      )}
      <Button pending={translation.isPending} onClick={() => void run()}>
        <Languages aria-hidden />
        {t(translation.isPending ? 'forms:translate.running' : 'forms:translate.action')}
      </Button>
      {terms && (
        <Notice tone="info" role="status" className="w-full">
          <p>{t('errors:TRANSLATION_NOT_CONFIGURED')}</p>
          {terms.length === 0 && <p className="mt-1">{t('forms:translate.noTerms')}</p>}
          <ul className="mt-2 flex flex-wrap gap-2">
            {terms.map((term) => (
              <li key={term.en}>
                <Button size="small" onClick={() => addTerm(term.kn)}>
                  <span lang="en">{term.en}</span>
                  <span aria-hidden>→</span>
                  <span lang="kn">{term.kn}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/**
 * The two descriptions side by side, with a button that translates one into the other. Their form gives itself
 * as context.
 */
export function DescriptionFields() {
  const { t } = useTranslation(['registry', 'forms']);
  const form = useFormContext<DescriptionValues>();
  const engine = form.watch('machineTranslatedBy');
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <div className="flex flex-col gap-3">
        <TextField
          form={form}
          name="descriptionEn"
          label={t('forms:treatment.descriptionEn')}
          lang="en"
          rows={8}
        />
        <TranslateButton />
      </div>
      <TextField
        form={form}
        name="descriptionKn"
        label={t('forms:treatment.descriptionKn')}
        help={engine ? t('forms:translate.review', { engine }) : undefined}
        lang="kn"
        rows={8}
        registered={{ onChange: () => form.setValue('machineTranslatedBy', '') }}
      />
    </div>
  );
}

interface DescriptionFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

/** Changes the descriptions in place. */
export function DescriptionForm({ treatment, onClose }: DescriptionFormProps) {
  const { t } = useTranslation('forms');
  const { id, descriptionEn, descriptionKn, translation, version } = treatment;
  const update = useTreatmentMutation(routes.updateTreatment);
  const engine = translation.needsReview ? (translation.engine ?? '') : '';
  const record = useRecordForm({
    schema: descriptionValues,
    values: toValues({ descriptionEn, descriptionKn }, engine),
    draft: `treatment:${id}`,
    version,
    failed: t('treatment.updateFailed'),
    record: savedDescriptions,
    toValues,
    onClose,
    save: async (values, ifMatch) => {
      await update.mutateAsync({ params: { id }, body: toBody(values), ifMatch });
      toast.success(t('treatment.saved'));
    },
  });
  return (
    <RecordForm of={record} toTexts={toDescriptionTexts}>
      <DescriptionFields />
    </RecordForm>
  );
}

/** Acknowledges the Kannada text as it is shown. */
export function ReviewButton({ treatment }: { treatment: TreatmentDetail }) {
  const { t } = useTranslation('forms');
  const runAction = useRunAction();
  const { id, version } = treatment;
  const { mutateAsync, isPending } = useTreatmentMutation(routes.reviewTranslation);
  const review = () =>
    runAction(t('treatment.reviewFailed'), async () => {
      await mutateAsync({ params: { id }, ifMatch: version });
      toast.success(t('treatment.reviewed'));
    });
  return (
    <Button size="small" pending={isPending} onClick={() => void review()} className="mb-2">
      <Check aria-hidden />
      {t('treatment.review')}
    </Button>
  );
}
