import { randomUUID } from 'node:crypto';
import type { MessageContract, ReplyOf, RequestInput, Subject } from '@ctdb/contracts';
import { z } from 'zod';
import { type CallContext, RpcClient } from '../bus/rpc-client.js';
import { AmqpConnection } from '../bus/connection.js';
import { ServiceTokens } from '../bus/service-token.js';
import type { newTokenKeys } from './token-keys.js';
import { BusNames } from '../bus/topology.js';
import { baseEnv, signerEnv } from '../config/chassis-env.js';
import { newTraceparent } from '../context/trace-context.js';
import { Health } from '../health/health.js';
import { Tracing } from '../tracing/tracing.js';
import { type TestEnv, testLogger } from './test-env.js';
import { waitUntil } from './wait-until.js';

/** Calls a message as one subject; rejects with the service's `DomainError`. */
export type RpcCaller = <C extends MessageContract>(
  contract: C,
  request: RequestInput<C>,
  context?: Partial<CallContext>,
) => Promise<ReplyOf<C>>;

/** A test's own connection, as a process would have it, to the broker of `env`. */
export const testConnection = async (
  env: Pick<TestEnv, 'RABBITMQ_URL' | 'MESSAGE_NAMESPACE' | 'onEnd'>,
): Promise<AmqpConnection> => {
  const logger = testLogger();
  const connection = new AmqpConnection(env, { service: 'test' }, logger, new Health(logger));
  env.onEnd(() => connection.close());
  await waitUntil(() => connection.isReady, 'the test is not connected to RabbitMQ');
  return connection;
};

/** Signs and verifies service tokens as the gateway of `keys` does. */
export const testTokens = (keys: ReturnType<typeof newTokenKeys>): ServiceTokens => {
  const { SERVICE_TOKEN_PUBLIC_KEYS } = baseEnv;
  return new ServiceTokens(z.object({ SERVICE_TOKEN_PUBLIC_KEYS, ...signerEnv }).parse(keys));
};

/** Tests share two cores with servers and builds: only a call that is given a deadline is tested for it. */
const MIN_DEADLINE_MS = 20_000;

/** Makes callers: `const as = await rpcCallers(env); const call = as(admin());`. */
export const rpcCallers = async (env: TestEnv): Promise<(subject: Subject) => RpcCaller> => {
  const connection = await testConnection(env);
  const client = new RpcClient(
    connection,
    new BusNames(env),
    testTokens(env),
    testLogger(),
    new Tracing(),
  );
  client.onModuleInit();
  await waitUntil(() => connection.isReady, 'the test is not connected to RabbitMQ');
  return (subject) => (contract, request, context) =>
    client.call(contract, request, {
      subject,
      requestId: randomUUID(),
      traceparent: newTraceparent(),
      locale: 'en',
      deadlineMs: Math.max(contract.deadlineMs, MIN_DEADLINE_MS),
      ...context,
    });
};

/** A caller as `subject`. */
export const rpcCaller = async (subject: Subject, env: TestEnv): Promise<RpcCaller> =>
  (await rpcCallers(env))(subject);
