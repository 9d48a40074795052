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

/**
 * Permissions of a process in one namespace: what it declares, writes to (and binds), reads from (and consumes). The
 * exchanges that all share have topics besides.
 * @param {ProcessName} name
 * @param {Rights} rights
 * @param {string} prefix
 */
const brokerNames = (name, { answers, listens, tends }, prefix) => {
  /** @param {string} text */
  const own = (text) => escape(`${prefix}${text}`);
  const queues = answers === undefined ? [] : ALL.map((kind) => own(`${answers}.${kind}`));
  const privateQueues = own(`private.${name}.`) + '.*';
  const events = listens === undefined ? [] : [own(`events.${listens}`)];
  const dead = own('events.') + `(${services.join('|')})\\.dead`;
  const replays = own('events.') + `(${services.join('|')})\\.replayed`;
  const if_ = (/** @type {unknown} */ condition, /** @type {string} */ text) =>
    condition ? [text] : [];
  return {
    configure: [...queues, privateQueues],
    write: [
      ...queues,
      privateQueues,
      ...events,
      ...['calls', 'events', 'heartbeats', 'replies'].map(own),
      // The right to see how long the queues are, and that a service has none; what ops may replay, it may write.
      ...if_(tends, own('events.') + `(${services.join('|')})`),
      ...if_(tends, replays),
    ],
    read: [
      ...queues,
      privateQueues,
      ...events,
      own('replies'),
      ...if_(answers, own('calls')),
      ...if_(listens, own('events')),
      ...if_(tends, own('heartbeats')),
      ...if_(tends, dead),
    ],
  };
};

/**
 * Which routing keys a process may use, at each topic exchange.
 * @param {ProcessName} name
 * @param {Rights} rights
 * @param {string} prefix
 */
const brokerTopics = (name, { answers, calls = {}, publishes, listens }, prefix) => {
  /** @param {string} text */
  const own = (text) => escape(`${prefix}${text}`);
  const sent = Object.entries(calls).flatMap(([service, kinds]) =>
    kinds.map((kind) => own(`${service}.${kind}`)),
  );
  return [
    {
      exchange: `${prefix}calls`,
      write: anyOf(sent),
      read: anyOf(answers === undefined ? [] : ALL.map((kind) => own(`${answers}.${kind}`))),
    },
    {
      exchange: `${prefix}replies`,
      write: anyOf(answers === undefined ? [] : [own('private.') + '.*']),
      read: anyOf([own(`private.${name}.`) + '.*']),
    },
    {
      exchange: `${prefix}events`,
      write: anyOf(publishes === undefined ? [] : [`${publishes}\\..*`]),
      read: anyOf(listens === undefined ? [] : [subscriptions[listens] ?? '']),
    },
  ];
};

/** As RabbitMQ stores it: salt and hash; the same for the same password. @param {string} password */
const hashForRabbitmq = (password) => {
  const salt = createHmac('sha256', password).update('salt').digest().subarray(0, 4);
  const hash = createHash('sha256').update(salt).update(password, 'utf8').digest();
  return Buffer.concat([salt, hash]).toString('base64');
};

const vhost = '/';

/** Exchanges and queues of events, which several processes use and none may change. @param {string} prefix */
const brokerTopology = (prefix) => {
  /** @param {string} name */
  const exchange = (name, type = 'topic', durable = true) => ({
    ...{ name: `${prefix}${name}`, vhost, type, durable },
    ...{ auto_delete: false, internal: false, arguments: {} },
  });
  /** @param {string} name @param {object} more */
  const queue = (name, more = {}) => ({
    ...{ name: `${prefix}${name}`, vhost, durable: true, auto_delete: false },
    arguments: { 'x-queue-type': 'quorum', ...more },
  });
  /** @param {string} source @param {string} destination */
  const binding = (source, destination, key = '') => ({
    ...{ source: `${prefix}${source}`, vhost, destination: `${prefix}${destination}` },
    ...{ destination_type: 'queue', routing_key: key && `${prefix}${key}`, arguments: {} },
  });
  return {
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
          'x-dead-letter-exchange': `${prefix}events.dead`,
          'x-dead-letter-routing-key': `${prefix}events.${name}`,
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
};

/**
 * What RabbitMQ loads at each start: users, permissions, and what several processes share.
 * @param {{ administrator: string, secret: string, namespaces?: string[] }} options `secret` is the administrator's
 *   password; each namespace (MESSAGE_NAMESPACE) has exchanges of its own
 */
export const rabbitmqDefinitions = ({ administrator, secret, namespaces = [''] }) => {
  const prefixes = namespaces.map((name) => (name === '' ? '' : `${name}.`));
  /** @param {string} name @param {string} password @param {string[]} tags */
  const user = (name, password, tags = []) => ({
    ...{ name, password_hash: hashForRabbitmq(password), tags },
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    limits: {},
  });
  const topologies = prefixes.map(brokerTopology);
  return JSON.stringify({
    vhosts: [{ name: vhost }],
    users: [
      user(administrator, secret, ['administrator']),
      ...processes.map((name) => user(name, passwordOf(secret, name))),
    ],
    permissions: [
      { user: administrator, vhost, configure: '.*', write: '.*', read: '.*' },
      ...rightsOfProcesses.map(([name, own]) => {
        const all = prefixes.map((prefix) => brokerNames(name, own, prefix));
        const pattern = (/** @type {'configure' | 'write' | 'read'} */ right) =>
          anyOf(all.flatMap((names) => names[right]));
        const [configure, write, read] = [pattern('configure'), pattern('write'), pattern('read')];
        return { user: name, vhost, configure, write, read };
      }),
    ],
    topic_permissions: rightsOfProcesses.flatMap(([name, own]) =>
      prefixes.flatMap((prefix) =>
        brokerTopics(name, own, prefix).map((topic) => ({ user: name, vhost, ...topic })),
      ),
    ),
    exchanges: topologies.flatMap(({ exchanges }) => exchanges),
    queues: topologies.flatMap(({ queues }) => queues),
    bindings: topologies.flatMap(({ bindings }) => bindings),
  });
};
