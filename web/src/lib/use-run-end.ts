import type { BackupDetail } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isCode } from '@/lib/api';
import { runQuery } from '@/lib/media-runs';

/**
 * Follows a run until it has ended, whoever started it. `onEnd` gets what came of it; undefined where
 * the run is not known any more.
 * @param underWay a run that is known to go on, for example from before a reload
 */
export const useRunEnd = (
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
