import type { BackupDetail, ImageHealth } from '@ctdb/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call, isCode, routes } from '@/lib/api';

/** Poll interval of an active run. */
export const RUN_POLL_MS = 1_500;

/** One run of a backup, a restore or a restore drill; polled until it ends. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['backup', 'run', id],
    queryFn: ({ signal }): Promise<BackupDetail> =>
      call(routes.getBackupLog, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.status !== 'running' ? false : RUN_POLL_MS,
    refetchOnMount: 'always',
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

const key = ['image-health'];

/** The result of the last image check; polled while a check runs. */
export const useImageHealth = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(routes.getImageHealth, { signal }),
    refetchInterval: ({ state }) => (state.data?.last?.status === 'running' ? RUN_POLL_MS : false),
    refetchOnMount: 'always',
  });

/** Starts the image check. The reply may arrive before the check ends. */
export const useFixImages = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.fixImages),
    onSuccess: ({ message: _, ...last }) =>
      client.setQueryData<{ last?: ImageHealth }>(key, { last }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
};
