import { randomUUID } from 'node:crypto';
import {
  anonymous,
  passHolder,
  rpcCallers,
  startTestService,
  testEnv,
} from '@ctdb/chassis/testing';
import {
  activateRelease,
  checkDns,
  discardDeadLetter,
  eraseAuditDetails,
  getActiveRelease,
  getDeadLetter,
  getDeployment,
  getDomainProvider,
  getOpsOverview,
  listAudit,
  listDeadLetters,
  listDeployments,
  listReleases,
  replayDeadLetter,
  setDomainProvider,
  startDeployment,
  verifyAudit,
  verifyDeployment,
} from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { OpsModule } from '../src/ops.module.js';

const env = testEnv();
const id = 'f'.repeat(24);
const page = { page: 1, limit: 10 };
let callers: Awaited<ReturnType<typeof rpcCallers>>;

beforeAll(async () => {
  await startTestService(OpsModule, env);
  callers = await rpcCallers(env);
}, 60_000);

it.each([
  ['an anonymous caller', anonymous],
  ["a pass's owner", passHolder('professional')],
])('%s gets and changes nothing', async (_who, subject) => {
  const call = callers(subject);
  const calls = [
    call(startDeployment, { projectName: 'Clinic' }),
    call(getDeployment, { id }),
    call(listDeployments, page),
    call(verifyDeployment, { id }),
    call(listReleases, {}),
    call(activateRelease, { id }),
    call(checkDns, { domain: 'clinic.invalid' }),
    call(getDomainProvider, {}),
    call(setDomainProvider, { url: '' }),
    call(listAudit, page),
    call(verifyAudit, {}),
    call(eraseAuditDetails, { id: randomUUID() }),
    call(getOpsOverview, {}),
    call(listDeadLetters, page),
    call(getDeadLetter, { id }),
    call(replayDeadLetter, { id }),
    call(discardDeadLetter, { id }),
  ];
  for (const answer of await Promise.allSettled(calls))
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } });
  // Gateways have to know what to serve.
  expect(await call(getActiveRelease, {})).toMatchObject({ earlier: [] });
});
