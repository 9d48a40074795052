import { type Disease, disease as diseaseSchema, diseaseInput } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { RecordForm, useRecordForm } from '@/components/record-form';
import { LinkButton } from '@/components/ui/button';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { parseObjectId } from '@/lib/ids';
import { getName, useLanguage } from '@/lib/language';
import { toast } from '@/lib/toast';
import { registryKeys, useDisease } from '../api/queries';
import { DiseaseFields, toDiseaseBody, toDiseaseValues } from '../components/forms/disease-fields';
import { NewDiseaseForm } from '../components/new-disease/new-disease-form';
import { diseaseTexts } from '../model/disease-texts';

/** Says that a disease is saved, and shows it in the registry, as the first of the list: it was changed last. */
const useShow = () => {
  const language = useLanguage();
  const navigate = useNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  return async (disease: Disease, title: string) => {
    toast.success(title, { description: getName(disease, language) });
    // The reader may have left the page while it was saved.
    if (isHere.current) await navigate(`/app?disease=${disease.id}&sort=updatedAt`);
  };
};

/** Changes a disease. */
function DiseaseForm({ disease }: { disease: Disease }) {
  const { t } = useTranslation('forms');
  const show = useShow();
  const client = useQueryClient();
  const update = useApiMutation(routes.updateDisease, () =>
    client.invalidateQueries({ queryKey: registryKeys.all }),
  );
  const { id, version } = disease;
  const record = useRecordForm({
    schema: diseaseInput,
    values: toDiseaseValues(disease),
    draft: `disease:${id}`,
    version,
    failed: t('form.updateFailed'),
    record: diseaseSchema,
    toValues: toDiseaseValues,
    save: async (values, ifMatch) => {
      const body = toDiseaseBody(values, disease);
      const saved = await update.mutateAsync({ params: { id }, body, ifMatch });
      await show(saved, t('form.updated'));
    },
  });
  return (
    <RecordForm of={record} tellsDraft toTexts={diseaseTexts} cancelTo={`/app?disease=${id}`}>
      <DiseaseFields />
    </RecordForm>
  );
}

function EditDisease({ id }: { id: string }) {
  const { t } = useTranslation('registry');
  return (
    <Loaded query={useDisease(id)} failed={t('detail.failed')} height="h-80">
      {(disease) => <DiseaseForm key={id} disease={disease} />}
    </Loaded>
  );
}

/** Creates a disease, or edits the one that `?edit=` names. */
export default function DiseaseFormPage() {
  const { t } = useTranslation(['registry', 'forms']);
  const [params] = useSearchParams();
  const edit = params.get('edit');
  const id = parseObjectId(edit);
  const show = useShow();
  return (
    <Page
      needs="edit"
      title={t(edit === null ? 'forms:form.newTitle' : 'forms:form.editTitle')}
      isNarrow
    >
      {edit === null && (
        <NewDiseaseForm onSaved={(disease) => show(disease, t('forms:form.created'))} />
      )}
      {id !== undefined && <EditDisease id={id} />}
      {edit !== null && id === undefined && (
        <div className="flex flex-col items-start gap-4">
          <Notice tone="danger">{t('forms:form.invalidId')}</Notice>
          <LinkButton to="/app">{t('forms:form.back')}</LinkButton>
        </div>
      )}
    </Page>
  );
}
