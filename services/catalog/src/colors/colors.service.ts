import {
  commandFingerprint,
  idempotencyRecord,
  isDuplicateKey,
  newRecord,
  newRecordId,
  outboxEntry,
  toContract,
  toObjectId,
  type MessageContext,
  type OutboxEntry,
} from '@ctdb/chassis';
import {
  addColor,
  color,
  type Color,
  colorEvents,
  colorNamesKn,
  deleteColor,
  DomainError,
  fold,
  isProtocolColor,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { ColorRecord } from '../records/color.record.js';
import type { StoredColorLook } from '../records/treatment.record.js';
import { ColorsRepository } from './colors.repository.js';

const nameTaken = (path: 'nameEn' | 'nameKn') =>
  new DomainError('VALIDATION_FAILED', { faults: [{ path, code: 'NAME_TAKEN' }] });

const colorEvent = (
  kind: keyof typeof colorEvents,
  { _id, nameEn, nameKn, value }: Pick<ColorRecord, '_id'> & StoredColorLook,
): OutboxEntry =>
  outboxEntry(colorEvents[kind], { colorId: _id.toHexString(), nameEn, nameKn, value });

/** The rules of added colors. */
@Injectable()
export class ColorsService {
  constructor(private readonly colors: ColorsRepository) {}

  async list(): Promise<Color[]> {
    return (await this.colors.list()).map((record) => toContract(color, record));
  }

  /** Names and shades of those `colors` that are added ones, by id. */
  async findLooks(colors: readonly string[]): Promise<Map<string, StoredColorLook>> {
    const ids = colors.filter((name) => !isProtocolColor(name)).map(toObjectId);
    const records = ids.length === 0 ? [] : await this.colors.findByIds(ids);
    return new Map(
      records
        .filter(({ deletedAt }) => deletedAt === null)
        .map(({ _id, nameEn, nameKn, value }) => [_id.toHexString(), { nameEn, nameKn, value }]),
    );
  }

  async add(request: Requests['addColor'], context: MessageContext): Promise<Color> {
    const nameKey = fold(request.nameEn);
    const nameKnKey = fold(request.nameKn);
    if (isProtocolColor(nameKey)) throw nameTaken('nameEn');
    if (Object.values(colorNamesKn).map(fold).includes(nameKnKey)) throw nameTaken('nameKn');
    const now = new Date();
    const _id = newRecordId(context, 'colors');
    const event = colorEvent('added', { _id, ...request });
    const key = idempotencyRecord(context, { command: addColor.name, ...request }, now);
    try {
      const record = { ...newRecord(_id, now, event, key), ...request, nameKey, nameKnKey };
      return toContract(color, await this.colors.insertOnce(record));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw nameTaken((await this.colors.isTaken(nameKey)) ? 'nameEn' : 'nameKn');
    }
  }

  /** A protocol that is stored at the same moment keeps names and shade of the color. */
  async delete(request: Requests['deleteColor'], context: MessageContext): Promise<void> {
    const _id = toObjectId(request.id);
    const command = commandFingerprint(context, deleteColor.name, request);
    await this.colors.change(_id, command, async (before) => {
      if (!before || before.deletedAt) throw new DomainError('NOT_FOUND', { kind: 'color' });
      if (await this.colors.isUsed(request.id)) throw new DomainError('COLOR_IN_USE');
      return { set: { deletedAt: new Date() }, event: colorEvent('deleted', before) };
    });
  }
}
