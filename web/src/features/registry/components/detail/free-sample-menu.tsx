import type { Disease, FreeSampleName } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OverflowMenu } from '@/components/layout/page';
import { useRunWithUndo } from '@/features/registry/model/use-run-with-undo';
import { call, routes } from '@/lib/api';
import { getName, useLanguage } from '@/lib/language';
import { configQuery, useConfig } from '@/lib/session';

/** The menu of a disease for administrators: whether visitors read it free of charge. */
export function FreeSampleMenu({ disease }: { disease: Disease }) {
  const { t } = useTranslation('sample');
  const language = useLanguage();
  const { mutate: runWithUndo } = useRunWithUndo();
  const client = useQueryClient();
  const isChosen = useConfig()?.freeSample?.id === disease.id;

  // Another gateway may show the former one for a minute.
  const setChosen = (freeSample: FreeSampleName | undefined) =>
    client.setQueryData(configQuery.queryKey, (config) => config && { ...config, freeSample });
  /** Resolves with the one that is replaced. */
  const choose = async ({ id, nameEn, nameKn }: FreeSampleName) => {
    const { replaced } = await call(routes.chooseFreeSample, { params: { id } });
    setChosen({ id, nameEn, nameKn });
    return replaced;
  };
  const end = async () => {
    await call(routes.endFreeSample, { params: { id: disease.id } });
    setChosen(undefined);
  };

  const { label, done, run } = isChosen
    ? {
        label: t('choice.end'),
        done: t('choice.ended'),
        run: async () => {
          await end();
          return () => choose(disease);
        },
      }
    : {
        label: t('choice.show'),
        done: t('choice.shown'),
        run: async () => {
          const replaced = await choose(disease);
          return () => (replaced ? choose(replaced) : end());
        },
      };
  const about = { failed: t('choice.failed'), description: getName(disease, language) };
  const start = () => runWithUndo({ ...about, done, run });
  return <OverflowMenu entries={[{ kind: 'action', label, run: start }]} />;
}
