import type { ResponseOf, routes as contracts, Warning } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentQuery, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';

/** Poll interval of the overview on its own screen. */
export const OVERVIEW_POLL_MS = 10_000;
/** Poll interval of the number beside its name in the navigation. */
const COUNT_POLL_MS = 60_000;

/** The state of the installation; data of unreachable services is absent. */
export type Overview = ResponseOf<typeof contracts.getOverview>;

const overviewQuery = currentQuery(['operations'], routes.getOverview);

export const useOverview = () => useQuery({ ...overviewQuery, refetchInterval: OVERVIEW_POLL_MS });

const countAttention = ({ ops }: Overview): number => {
  const processes = ops?.processes.filter(({ state }) => state !== 'ready') ?? [];
  return (ops?.warnings?.length ?? 0) + (ops?.waitingDeadLetters ?? 0) + processes.length;
};

/** How many things need a person: warnings, dead letters, and processes that are not ready. */
export const useAttentionCount = (enabled: boolean): number => {
  const { data } = useQuery({ ...overviewQuery, refetchInterval: COUNT_POLL_MS, enabled });
  return data ? countAttention(data) : 0;
};

const completeBackupQuery = currentQuery(['backup', 'complete'], routes.getCompleteBackupStatus);

/** The state of the copies of everything, polled every 30 seconds. */
export const useCompleteBackup = () =>
  useQuery({ ...completeBackupQuery, refetchInterval: 30_000 });

/** The text of a warning of the installation. Texts: `ops`. */
export const useWarningText = () => {
  const { t } = useTranslation('ops');
  const { formatDateTime } = useDates();
  return ({ code, at }: Warning): string =>
    t(`warning.${code}`, { date: at && formatDateTime(at) });
};
