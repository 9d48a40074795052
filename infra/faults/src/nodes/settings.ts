/** Settings of RabbitMQ that k8s/overlays/ha has, too. */
export const clusterSettings = [
  'default_queue_type = quorum',
  // Else what a consumer on a lost node had waits a minute, and an ordered queue with it.
  'consumer_disconnected_timeout = 3000',
  'quorum_queue.continuous_membership_reconciliation.enabled = true',
  'quorum_queue.continuous_membership_reconciliation.target_group_size = 3',
  // Else a machine that has gone without a word is missed after a minute.
  'net_ticktime = 10',
  'cluster_formation.target_cluster_size_hint = 3',
];

/** The same of Redis. */
export const replicationSettings = [
  'appendonly yes',
  'save ""',
  'maxmemory-policy noeviction',
  'min-replicas-to-write 1',
  'min-replicas-max-lag 5',
];

/** The same of the Sentinels. */
export const sentinelSettings = {
  quorum: '2',
  downAfterMilliseconds: '3000',
  failoverTimeout: '10000',
};
