import { RpcClient } from '@ctdb/chassis';
import { addNote, deleteNote, listNotes, MAX_PAGE_LIMIT, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { paged } from '../http/paging.js';
import { Route } from '../http/route.decorator.js';
import { created } from './answers.js';

/** Notes of treatments. */
@Controller()
export class NotesController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.addNote)
  async add({ body, context }: InputOf<typeof routes.addNote>) {
    const note = await this.rpc.call(addNote, body, context);
    return created(note, `/api/treatments/${note.treatmentId}/notes`);
  }

  @Route(routes.listNotes)
  async list({ params, query, context }: InputOf<typeof routes.listNotes>) {
    const { page = 1, limit = MAX_PAGE_LIMIT } = query;
    const view = { path: `/api/treatments/${params.id}/notes`, page, limit };
    return paged(
      await this.rpc.call(listNotes, { treatmentId: params.id, page, limit }, context),
      view,
    );
  }

  @Route(routes.deleteNote)
  async delete({ params: { id, noteId }, context }: InputOf<typeof routes.deleteNote>) {
    await this.rpc.call(deleteNote, { treatmentId: id, id: noteId }, context);
    return undefined;
  }
}
