import { RpcClient } from '@ctdb/chassis';
import { listGlossary, routes, translate } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

/** Translation and the glossary. */
@Controller()
export class LanguageController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.translate)
  translate({ body, context }: InputOf<typeof routes.translate>) {
    return this.rpc.call(translate, body, context);
  }

  @Route(routes.listGlossary)
  glossary({ context }: InputOf<typeof routes.listGlossary>) {
    return this.rpc.call(listGlossary, {}, context);
  }
}
