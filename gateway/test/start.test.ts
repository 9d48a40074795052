import { expect, it } from 'vitest';
import { testEnv } from '@ctdb/chassis/testing';
import { routes } from '@ctdb/contracts';
import { Controller, Get, Module, type ModuleMetadata } from '@nestjs/common';
import { createGateway } from '../src/create-gateway.js';
import { GatewayModule } from '../src/gateway.module.js';
import { Route } from '../src/http/route.js';
import { unlimited } from './support/gateway-under-test.js';

testEnv(unlimited);

/** The error that the start of `module` fails with; what had started is stopped. */
const startError = async (module: new () => object): Promise<unknown> => {
  try {
    await (await createGateway(module)).close();
    return undefined;
  } catch (error) {
    return error;
  }
};

it('the start fails for a handler without a row in the authorisation table', async () => {
  @Controller()
  class Stray {
    @Get('/api/stray')
    get() {
      return {};
    }
  }
  @Module({ imports: [GatewayModule], controllers: [Stray] })
  class WithStray {}
  expect(await startError(WithStray)).toEqual(
    new Error('The route /api/stray has no row in the authorisation table'),
  );
}, 20_000);

it('the start fails for two handlers of one row', async () => {
  @Controller()
  class Second {
    @Route(routes.getAnalytics)
    get(): never {
      throw new Error('never called');
    }
  }
  @Module({ imports: [GatewayModule], controllers: [Second] })
  class WithSecond {}
  expect(String(await startError(WithSecond))).toMatch(/already declared/);
}, 20_000);

it('the start fails for rows without a handler, and names them', async () => {
  const of = (key: string) => Reflect.getMetadata(key, GatewayModule) as { name?: string }[];
  const controllers = of('controllers').filter(({ name }) => name !== 'AccountsController');
  @Module({ imports: of('imports'), providers: of('providers'), controllers } as ModuleMetadata)
  class WithoutAccounts {}
  const [reason, names = ''] = String(await startError(WithoutAccounts)).split('handler: ');
  expect(reason).toBe('Error: Routes without a ');
  expect(names.split(', ')).toEqual(expect.arrayContaining(['changePassword', 'signIn']));
  expect(names.split(', ')).toHaveLength(6);
}, 20_000);
