import type { Disease } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { OverflowMenu } from '@/components/layout/page';
import { useFreeSampleChoice } from '@/features/registry/api/free-sample';
import { getName, useLanguage } from '@/lib/language';
import { useRunAction } from '@/lib/run-action';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';

/** The menu of a disease for administrators: whether visitors read it free of charge. */
export function FreeSampleMenu({ disease }: { disease: Disease }) {
  const { t } = useTranslation(['sample', 'common']);
  const language = useLanguage();
  const runAction = useRunAction();
  const { choose, end } = useFreeSampleChoice();
  const isChosen = useConfig()?.freeSample?.id === disease.id;

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
      return () => (replaced ? choose(replaced) : end(disease));
    });
  const stop = () =>
    change(t('choice.ended'), async () => {
      await end(disease);
      return () => choose(disease);
    });
  const entry = isChosen
    ? { label: t('choice.end'), run: () => void stop() }
    : { label: t('choice.show'), run: () => void show() };
  return <OverflowMenu entries={[{ kind: 'action', ...entry }]} />;
}
