import type { BackupDetail, ImageHealth } from '@ctdb/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call, isCode, routes } from '@/lib/api';

/** How often a run under way is asked for, in milliseconds. */
export const RUN_POLL_MS = 1_500;

/** One run of a backup, a restore or a drill; asked for again until it has ended. */
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
 * Follows a run until it has ended, whoever started it. `onEnd` gets what came of it; undefined where
 * the run is not known any more.
 * @param underWay a run that is known to go on, for example from before a reload
 */
export const useRunCompletion = (
  underWay: string | undefined,
  onEnd: (run: BackupDetail | undefined) => void,
) => {
  const [id, follow] = useState<string>();
  const query = useQuery({ ...runQuery(id ?? ''), enabled: id !== undefined });
  const gone = isCode(query.error, 'NOT_FOUND');
  const ended = gone || (query.data !== undefined && query.data.status !== 'running');
  const running = id !== undefined && !ended;
  // A list that is older than the end of this run still names it: that is no other run.
  if (underWay !== undefined && underWay !== id && !running) follow(underWay);
  const tell = useEffectEvent(() => onEnd(gone ? undefined : query.data));
  useEffect(() => {
    if (id !== undefined && ended) tell();
  }, [id, ended]);
  return { follow, running };
};

const key = ['image-health'];

/** What the last check of all images found; asked for again while one runs. */
export const useImageHealth = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(routes.getImageHealth, { signal }),
    refetchInterval: ({ state }) => (state.data?.last?.status === 'running' ? RUN_POLL_MS : false),
    refetchOnMount: 'always',
  });

/** Checks and repairs all images; the answer may come while the work still goes on. */
export const useFixImages = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.fixImages),
    onSuccess: ({ message: _, ...last }) =>
      client.setQueryData<{ last?: ImageHealth }>(key, { last }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
};
