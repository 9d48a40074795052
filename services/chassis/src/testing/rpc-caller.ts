import { randomUUID } from 'node:crypto';
import type { MessageContract, ReplyOf, RequestInput, Subject } from '@ctdb/contracts';
import { AmqpLink } from '../amqp/link.js';
import { amqpNames } from '../amqp/names.js';
import { newTraceparent } from '../context/trace-context.js';
import { Metrics } from '../health/metrics.js';
import type { CallContext } from '../rpc/call-context.js';
import { RpcClient } from '../rpc/client.js';
import { ServiceTokens } from '../rpc/service-token.js';
import { testLogger, type TestEnv } from './test-env.js';
import { until } from './until.js';

/** Calls a message as one subject; rejects with the service's `DomainError`. */
export type RpcCaller = <C extends MessageContract>(
  contract: C,
  request: RequestInput<C>,
  context?: Partial<CallContext>,
) => Promise<ReplyOf<C>>;

/** Makes callers: `const as = await rpcCallers(env); const call = as(admin());`. */
export const rpcCallers = async (env: TestEnv): Promise<(subject: Subject) => RpcCaller> => {
  const logger = testLogger();
  const link = new AmqpLink(env.RABBITMQ_URL, logger, 'test');
  const client = new RpcClient({
    link,
    logger,
    names: amqpNames(env.MESSAGE_NAMESPACE),
    tokens: new ServiceTokens(env.SERVICE_TOKEN_SECRET),
    metrics: new Metrics('test'),
  });
  env.onEnd(() => link.close());
  await link.use(client);
  await link.start();
  await until(() => link.isUsable, 'the test is not connected to RabbitMQ');
  return (subject) => (contract, request, context) =>
    client.call(contract, request, {
      subject,
      requestId: randomUUID(),
      traceparent: newTraceparent(),
      locale: 'en',
      ...context,
    });
};

/** A caller as `subject`. */
export const rpcCaller = async (subject: Subject, env: TestEnv): Promise<RpcCaller> =>
  (await rpcCallers(env))(subject);
