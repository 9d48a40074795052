import type { DeploymentStatus } from '@ctdb/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { isOver, useDeployment } from '../api/deployments';

/** How long one deployment is asked for, in milliseconds; it has to end before that. */
export const FOLLOW_MS = 10 * 60_000;

/**
 * Follows a deployment until it is over, or for ten minutes. `onEnd` is told of the end only where
 * this page has seen it going on.
 */
export const useFollow = (id: string, onEnd: (status: DeploymentStatus) => void) => {
  const [stopped, stop] = useState(false);
  const [seenRunning, seeRunning] = useState(false);
  const query = useDeployment(id, !stopped);
  const status = query.data;
  const over = status !== undefined && isOver(status);
  if (status && !over && !seenRunning) seeRunning(true);

  useEffect(() => {
    if (over || stopped) return;
    const timer = setTimeout(() => stop(true), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [over, stopped]);

  const tell = useEffectEvent(() => {
    if (status && seenRunning) onEnd(status);
  });
  useEffect(() => {
    if (over) tell();
  }, [over]);

  const followAgain = () => {
    stop(false);
    void query.refetch();
  };
  return { query, status, stopped: stopped && !over, followAgain };
};
