import type { BackupDetail } from '@ctdb/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { currentQuery, isCode, routes } from '@/lib/api';

/** Poll interval of an active run. */
export const RUN_POLL_MS = 1_500;

/** One run of a backup, a restore or a restore drill; polled until it ends. */
export const runQuery = (id: string) =>
  queryOptions({
    ...currentQuery(['backup', 'run', id], routes.getBackupLog, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.status !== 'running' ? false : RUN_POLL_MS,
  });

/**
 * Polls a run until it ends. Calls `onEnd` with the result, or with undefined if the server no
 * longer has the run.
 * @param activeRunId a run that is already active, for example since before a reload
 */
export const useRunCompletion = (
  activeRunId: string | undefined,
  onEnd: (run: BackupDetail | undefined) => void,
) => {
  const [id, setId] = useState<string>();
  const query = useQuery({ ...runQuery(id ?? ''), enabled: id !== undefined });
  const isMissing = isCode(query.error, 'NOT_FOUND');
  const ended = isMissing || (query.data !== undefined && query.data.status !== 'running');
  const running = id !== undefined && !ended;
  // A list from before the end of this run still contains it: that is not a new run.
  if (activeRunId !== undefined && activeRunId !== id && !running) setId(activeRunId);
  const notifyEnd = useEffectEvent(() => onEnd(isMissing ? undefined : query.data));
  useEffect(() => {
    if (id !== undefined && ended) notifyEnd();
  }, [id, ended]);
  return { track: setId, running };
};

export const imageHealthQuery = currentQuery(['image-health'], routes.getImageHealth);

/** The result of the last image check; polled while a check runs. */
export const useImageHealth = () =>
  useQuery({
    ...imageHealthQuery,
    refetchInterval: ({ state }) => (state.data?.last?.status === 'running' ? RUN_POLL_MS : false),
  });
