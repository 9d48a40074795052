import { RpcClient } from '@ctdb/chassis';
import { checkDns, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { findingWords } from './dns-words.js';

/** Checks of domains. */
@Controller()
export class DnsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.checkDns)
  async check({ params, context }: InputOf<typeof routes.checkDns>) {
    const found = await this.rpc.call(checkDns, params, context);
    return { ...found, ...findingWords(found.findings, context.locale) };
  }
}
