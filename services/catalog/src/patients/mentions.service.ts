import { toContract } from '@ctdb/chassis';
import {
  MAX_MENTIONS,
  mention,
  type listMentions,
  type Mention,
  type ReplyOf,
  type RequestOf,
  type Subject,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { MentionsRepository } from './mentions.repository.js';
import { nameFinder } from './name-remover.js';
import { PatientsRepository } from './patients.repository.js';
import { PatientsService } from './patients.service.js';

/** Finds what an erasure cannot decide. Nothing of it is stored. */
@Injectable()
export class MentionsService {
  constructor(
    private readonly texts: MentionsRepository,
    private readonly records: PatientsRepository,
    private readonly patients: PatientsService,
    private readonly registry: RegistryProjection,
  ) {}

  async list(
    { id }: RequestOf<typeof listMentions>,
    viewer: Subject,
  ): Promise<ReplyOf<typeof listMentions>> {
    const patient = await this.patients.find(id, viewer);
    const all = [patient, ...(await this.records.findSpellings(patient._id))];
    const isNamed = nameFinder(all.map(({ name }) => name));
    const ids = all.map(({ _id }) => _id);
    const { categoryOf } = await this.registry.categories();
    const items: Mention[] = [];
    let total = 0;
    for await (const { texts, ...place } of this.texts.readTexts(patient.practice, ids)) {
      const diseaseId = place.diseaseId.toHexString();
      // Not in the trash.
      if (!categoryOf(diseaseId) || !texts.some(isNamed)) continue;
      total += 1;
      const disease = items.length < MAX_MENTIONS && (await this.registry.get(diseaseId));
      if (!disease) continue;
      const { nameEn, nameKn } = disease;
      items.push(toContract(mention, { ...place, nameEn, nameKn }));
    }
    return { items, total };
  }
}
