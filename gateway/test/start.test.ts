import { describe, expect, it } from '@jest/globals';
import { testEnv } from '@ctdb/chassis/testing';
import { routes } from '@ctdb/contracts';
import { Controller, Get, Module } from '@nestjs/common';
import { AccessModule } from '../src/access/access.module.js';
import { createGateway } from '../src/create-gateway.js';
import { GatewayModule } from '../src/gateway.module.js';
import { Route } from '../src/http/route.decorator.js';
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

describe('the start', () => {
  it('succeeds as things are', async () => {
    expect(await startError(GatewayModule)).toBeUndefined();
  }, 20_000);

  it('fails for a handler without a row in the authorisation table', async () => {
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

  it('fails for two handlers of one row', async () => {
    @Controller()
    class Second {
      @Route(routes.getAnalytics)
      get(): never {
        throw new Error('never called');
      }
    }
    @Module({ imports: [GatewayModule, AccessModule], controllers: [Second] })
    class WithSecond {}
    expect(String(await startError(WithSecond))).toMatch(/already declared/);
  }, 20_000);

  it('fails for rows without a handler, and names them', async () => {
    const parts = Reflect.getMetadata('imports', GatewayModule) as { name?: string }[];
    const imports = parts.filter((part) => part.name !== 'AccountsModule');
    const controllers = Reflect.getMetadata('controllers', GatewayModule) as never[];
    const providers = Reflect.getMetadata('providers', GatewayModule) as never[];
    @Module({ imports: imports as never[], controllers, providers })
    class WithoutAccounts {}
    expect(await startError(WithoutAccounts)).toEqual(
      new Error('Routes without a handler: signIn, refreshSession, signOut, changePassword'),
    );
  }, 20_000);

  it('fails with every fault of the configuration at once', async () => {
    process.env['TRUST_PROXY'] = 'true';
    process.env['RATE_ANONYMOUS'] = 'many';
    const error = String(await startError(GatewayModule));
    delete process.env['TRUST_PROXY'];
    process.env['RATE_ANONYMOUS'] = '100';
    expect(error).toMatch(/TRUST_PROXY/);
    expect(error).toMatch(/RATE_ANONYMOUS/);
  });
});
