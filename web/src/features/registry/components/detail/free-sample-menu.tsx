import type { Disease, FreeSampleName } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OverflowMenu } from '@/components/layout/page';
import { call, routes } from '@/lib/api';
import { getName, useLanguage } from '@/lib/language';
import { useRunAction } from '@/lib/run-action';
import { configQuery, useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';

/** The menu of a disease for administrators: whether visitors read it free of charge. */
export function FreeSampleMenu({ disease }: { disease: Disease }) {
  const { t } = useTranslation(['sample', 'common']);
  const language = useLanguage();
  const runAction = useRunAction();
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

  /** `run` resolves with what undoes it. */
  const change = (title: string, run: () => Promise<() => Promise<unknown>>) =>
    runAction(t('choice.failed'), async () => {
      const undo = await run();
      toast.success(title, {
        description: getName(disease, language),
        action: {
          label: t('common:action.undo'),
          run: () => void runAction(t('choice.failed'), undo),
        },
      });
    });
  const show = () =>
    change(t('choice.shown'), async () => {
      const replaced = await choose(disease);
      return () => (replaced ? choose(replaced) : end());
    });
  const stop = () =>
    change(t('choice.ended'), async () => {
      await end();
      return () => choose(disease);
    });
  const entry = isChosen
    ? { label: t('choice.end'), run: () => void stop() }
    : { label: t('choice.show'), run: () => void show() };
  return <OverflowMenu entries={[{ kind: 'action', ...entry }]} />;
}
