import { routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { RegistryPages } from './registry-pages.js';

/** The registry of diseases. */
@Controller()
export class DiseasesController {
  constructor(private readonly pages: RegistryPages) {}

  @Route(routes.listDiseases)
  list({ query, context, request }: InputOf<typeof routes.listDiseases>) {
    return this.pages.answer(query, context, request.headers);
  }
}
