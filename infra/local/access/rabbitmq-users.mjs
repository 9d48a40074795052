// What each process may do at RabbitMQ, as definitions that it loads at each start.
import { createHash, createHmac } from 'node:crypto';
import { passwordOf, processes, rightsOfProcesses } from './users.mjs';

/** @typedef {import('./users.mjs').ProcessName} ProcessName */
/** @typedef {import('./users.mjs').Rights} Rights */

const services = ['catalog', 'billing', 'media', 'ops'];
/** Services that consume events, and routing keys of those, as patterns. @type {Record<string, string>} */
const subscriptions = {
  catalog: 'billing\\.practice\\.(joined|erased)\\..*',
  billing:
    'billing\\.(purchase\\.(paid|part-refunded|refunded)|(account|practice)\\.[a-z-]+|mail\\.given-up)\\..*',
  media: 'catalog\\.disease\\..*',
  ops: '.*',
};
const subscribers = Object.keys(subscriptions);

const ALL = ['queries', 'commands'];

/** @param {string} text */
const escape = (text) => text.replaceAll('.', '\\.');
/** A pattern of exactly these names, which are patterns themselves. None: no name. @param {string[]} names */
const anyOf = (names) => (names.length === 0 ? '^$' : `^(${names.join('|')})$`);
/** Queues of the calls of a service. @param {string | undefined} service */
const callsOf = (service, kinds = ALL) =>
  service === undefined ? [] : kinds.map((kind) => escape(`${service}.${kind}`));
/** @param {ProcessName} name */
const privateQueuesOf = (name) => escape(`private.${name}.`) + '.*';

/**
 * Permissions of a process: what it declares, writes to (and binds), reads from (and consumes). The exchanges that all share
 * have topics besides.
 * @param {ProcessName} name
 * @param {Rights} rights
 */
const brokerPermissions = (name, { answers, listens, tends }) => {
  const queues = [...callsOf(answers), privateQueuesOf(name)];
  const events = listens === undefined ? [] : [escape(`events.${listens}`)];
  const ofServices = `events\\.(${services.join('|')})`;
  const if_ = (/** @type {unknown} */ condition, /** @type {string[]} */ ...names) =>
    condition ? names : [];
  return {
    configure: anyOf(queues),
    write: anyOf([
      ...queues,
      ...events,
      ...['calls', 'events', 'heartbeats', 'replies'],
      // The right to see how long the queues are, and that a service has none; what ops may replay, it may write.
      ...if_(tends, ofServices, `${ofServices}\\.replayed`),
    ]),
    read: anyOf([
      ...queues,
      ...events,
      'replies',
      ...if_(answers, 'calls'),
      ...if_(listens, 'events'),
      ...if_(tends, 'heartbeats', `${ofServices}\\.dead`),
    ]),
  };
};

/**
 * Which routing keys a process may use, at each topic exchange.
 * @param {ProcessName} name
 * @param {Rights} rights
 */
const brokerTopics = (name, { answers, calls = {}, publishes, listens }) => [
  {
    exchange: 'calls',
    write: anyOf(Object.entries(calls).flatMap(([service, kinds]) => callsOf(service, kinds))),
    read: anyOf(callsOf(answers)),
  },
  {
    exchange: 'replies',
    write: anyOf(answers === undefined ? [] : ['private\\..*']),
    read: anyOf([privateQueuesOf(name)]),
  },
  {
    exchange: 'events',
    write: anyOf(publishes === undefined ? [] : [`${publishes}\\..*`]),
    read: anyOf(listens === undefined ? [] : [subscriptions[listens] ?? '']),
  },
];

/** As RabbitMQ stores it: salt and hash; the same for the same password. @param {string} password */
const hashForRabbitmq = (password) => {
  const salt = createHmac('sha256', password).update('salt').digest().subarray(0, 4);
  const hash = createHash('sha256').update(salt).update(password, 'utf8').digest();
  return Buffer.concat([salt, hash]).toString('base64');
};

const vhost = '/';

/** @param {string} name */
const exchange = (name, type = 'topic', durable = true) => ({
  ...{ name, vhost, type, durable },
  ...{ auto_delete: false, internal: false, arguments: {} },
});
/** @param {string} name @param {object} more */
const queue = (name, more = {}) => ({
  ...{ name, vhost, durable: true, auto_delete: false },
  arguments: { 'x-queue-type': 'quorum', ...more },
});
/** @param {string} source @param {string} destination */
const binding = (source, destination, key = '') => ({
  ...{ source, vhost, destination, destination_type: 'queue', routing_key: key, arguments: {} },
});

/** Exchanges and queues of events, which several processes use and none may change. */
const topology = {
  exchanges: [
    exchange('calls'),
    exchange('replies'),
    exchange('events'),
    exchange('heartbeats', 'fanout', false),
    exchange('events.dead', 'direct'),
    ...subscribers.map((name) => exchange(`events.${name}.replayed`, 'fanout')),
  ],
  queues: [
    ...services.map((name) => queue(`events.${name}.dead`)),
    // The same arguments as in services/chassis/src/bus/topology.ts.
    ...subscribers.map((name) =>
      queue(`events.${name}`, {
        'x-delivery-limit': 5,
        'x-single-active-consumer': true,
        'x-dead-letter-exchange': 'events.dead',
        'x-dead-letter-routing-key': `events.${name}`,
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
      }),
    ),
  ],
  bindings: [
    ...services.map((name) => binding('events.dead', `events.${name}.dead`, `events.${name}`)),
    ...subscribers.map((name) => binding(`events.${name}.replayed`, `events.${name}`)),
  ],
};

/**
 * What RabbitMQ loads at each start: users, permissions, and what several processes share.
 * @param {{ administrator: string, secret: string }} options `secret` is the administrator's password
 */
export const rabbitmqDefinitions = ({ administrator, secret }) => {
  /** @param {string} name @param {string} password @param {string[]} tags */
  const user = (name, password, tags = []) => ({
    ...{ name, password_hash: hashForRabbitmq(password), tags },
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    limits: {},
  });
  return JSON.stringify({
    vhosts: [{ name: vhost }],
    users: [
      user(administrator, secret, ['administrator']),
      ...processes.map((name) => user(name, passwordOf(secret, name))),
    ],
    permissions: [
      { user: administrator, vhost, configure: '.*', write: '.*', read: '.*' },
      ...rightsOfProcesses.map(([name, own]) => ({
        ...{ user: name, vhost },
        ...brokerPermissions(name, own),
      })),
    ],
    topic_permissions: rightsOfProcesses.flatMap(([name, own]) =>
      brokerTopics(name, own).map((topic) => ({ user: name, vhost, ...topic })),
    ),
    ...topology,
  });
};
