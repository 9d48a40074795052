import { queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';
import { localStore } from '@/lib/storage';

/** Lists the first steps of an owner of a new installation, with their pages. */
export const firstSteps = {
  samples: '/admin-operations',
  disease: '/app/add-disease',
  team: '/admin-people',
  prices: '/admin-pricing',
  backup: '/admin-backup',
} as const;
export type FirstStep = keyof typeof firstSteps;

const STORAGE_KEY = 'firstSteps';
const DONE = 'done';

/** Whether the steps are still shown in this browser. */
export const isSettingUp = (): boolean => localStore.get(STORAGE_KEY) !== DONE;

/** Shows the steps no more: all are done, or the owner has hidden them. */
export const endSettingUp = (): void => localStore.set(STORAGE_KEY, DONE);

const query = { page: '1', limit: '1' };

/** Which steps are done, by what the installation holds. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: async ({ signal }): Promise<Record<FirstStep, boolean>> => {
    const [samples, diseases, people, prices, backup] = await Promise.all([
      call(routes.getSamplesState, { signal }),
      callWithHeaders(routes.listDiseases, { query, signal }),
      callWithHeaders(routes.listPeople, { query, signal }),
      call(routes.listPriceChanges, { signal }),
      call(routes.getCompleteBackupStatus, { signal }),
    ]);
    return {
      samples: samples.diseases + samples.entries === 0,
      disease: toPage(diseases, 1).total > samples.diseases,
      team: toPage(people, 1).total > 1,
      prices: prices.length > 0,
      backup: backup.last !== undefined,
    };
  },
});
