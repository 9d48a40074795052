import { Controller, Module } from '@nestjs/common';
import { AmqpConnection, ChassisModule, Handles, newTraceparent, RpcClient } from '../src/index.js';
import { createService } from '../src/process/start-service.js';
import { NestFactory } from '@nestjs/core';
import { calls, type CallName } from './messages.js';

@Controller()
class BenchConsumer {
  @Handles(calls['one disease'].contract)
  one() {
    return calls['one disease'].reply;
  }

  @Handles(calls['page of 10'].contract)
  page() {
    return calls['page of 10'].reply;
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'catalog' })],
  controllers: [BenchConsumer],
})
class BenchService {}

@Module({ imports: [ChassisModule.forRoot({ service: 'gateway' })] })
class BenchGateway {}

/** The service on the chassis: token, contract and deadline are checked. */
export const serveChassis = async (): Promise<void> => {
  await (await createService(BenchService)).listen();
};

/** The caller on the chassis, for an administrator. */
export const chassisCaller = async () => {
  const app = await NestFactory.createApplicationContext(BenchGateway, { logger: false });
  const client = app.get(RpcClient);
  while (!app.get(AmqpConnection).isReady) await new Promise((resolve) => setTimeout(resolve, 20));
  const subject = { role: 'admin', id: 'a', name: 'admin', sessionId: 's' } as const;
  const call = (name: CallName): Promise<unknown> => {
    const { contract, request } = calls[name];
    return client.call(contract, request, {
      subject,
      requestId: '0a1b2c3d-0000-4000-8000-000000000000',
      traceparent: newTraceparent(),
      locale: 'en',
    });
  };
  return { call, close: () => app.close() };
};
