import { ChassisModule, Handles, toObjectId } from '@ctdb/chassis';
import { passHolder, startTestService } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  getPurchaseHolders,
  listHistory,
  publishHistoryEntry,
  updateNote,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller, Module } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { beforeAll, expect, it } from 'vitest';
import { HoldersService } from '../src/treatments/holders.service.js';
import { readTreatment, testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const [plan, renewed, hourly, unknown] = ['1', '2', '3', '4'].map((digit) => digit.repeat(24));
const BUYER = 'user:buyer';
/** What billing knows; the row of the buyer of `unknown` is not stored yet. */
const holders = new Map([
  [plan, BUYER],
  [renewed, BUYER],
  [hourly, `pass:${hourly}`],
]);

@Controller()
class BillingStandIn {
  @Handles(getPurchaseHolders)
  find({ ids }: RequestOf<typeof getPurchaseHolders>) {
    const found = ids.map((id) => ({ id, holder: holders.get(id) ?? '' }));
    return { holders: found.filter(({ holder }) => holder) };
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'billing' })],
  controllers: [BillingStandIn],
})
class BillingStandInModule {}

const catalog = testCatalog();
beforeAll(async () => {
  await startTestService(BillingStandInModule, catalog.env);
  const timers = catalog.service.get(SchedulerRegistry);
  for (const name of timers.getTimeouts()) timers.deleteTimeout(name);
}, 30_000);

const buyer = (id = plan) => catalog.as(passHolder('professional', id, BUYER));
const other = () => catalog.as(passHolder('professional', unknown, 'user:other'));

it('the holder of an entry sees the names and corrects the entries of earlier plans', async () => {
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const { id: entryId } = await buyer()(addHistoryEntry, { treatmentId, ...visit });
  await catalog.call(publishHistoryEntry, { id: treatmentId, entryId, isPublished: true });
  const { id: noteId } = await buyer()(addNote, { treatmentId, content: 'Salt' });
  const nameSeenBy = async (caller: typeof catalog.call) => {
    const { items } = await caller(listHistory, { id: treatmentId });
    expect((await readTreatment(caller, diseaseId)).history).toEqual(items);
    return items[0]?.patientName;
  };
  expect(await nameSeenBy(buyer(renewed))).toBe('Ravi Kumar');
  expect(await nameSeenBy(other())).toBe('R. K.');
  const correction = { id: treatmentId, noteId, content: 'No salt' };
  expect(await buyer(renewed)(updateNote, correction)).toMatchObject({ content: 'No salt' });
});

it('the holder of an entry is found for entries of earlier versions by asking billing', async () => {
  const { call, mongo } = catalog;
  const { id: treatmentId, diseaseId } = await catalog.treatment();
  const enter = async (enteredBy: string) => {
    const { id } = await call(addHistoryEntry, { treatmentId, ...visit });
    const update = { $set: { enteredBy }, $unset: { holder: 1 } };
    await catalog.change('history', id, update);
    return id;
  };
  const entered = ['admin:a', 'sample', `pass:${plan}`, `pass:${hourly}`, `pass:${unknown}`];
  const ids = await Promise.all(entered.map(enter));
  const editable = async () => {
    const { history } = await readTreatment(buyer(renewed), diseaseId);
    return history.filter(({ canEdit }) => canEdit).map(({ id }) => id);
  };
  expect(await editable()).toEqual([]);
  await catalog.service.get(HoldersService).run();
  const history = mongo.collection('history');
  const stored = await Promise.all(ids.map((id) => history.findOne({ _id: toObjectId(id) })));
  const found = ['admin:a', 'sample', BUYER, `pass:${hourly}`, undefined];
  expect(stored.map((entry) => entry?.['holder'])).toEqual(found);
  expect(await editable()).toEqual([ids[2]]);
});
