import { glossary, planCapabilities, problem } from '@ctdb/contracts';
import { must } from '../../report.ts';
import { table } from '../contract.ts';
import { refused } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';

/** What a browser asks before anything else, and what programs read of the API. */
export async function edge({ tour, anonymous, admin, hour, premium }: World): Promise<string> {
  const config = await tour.call(anonymous, 'getConfig');
  must(config.languages.join() === 'en,kn', `languages are ${config.languages.join()}`);
  for (const [visitor, role, plan] of [
    [anonymous, 'anonymous', undefined],
    [hour, 'pass', 'hourly'],
    [premium, 'pass', 'premium'],
    [admin, 'admin', undefined],
  ] as const) {
    const session = await tour.call(visitor, 'getSession');
    must(session.role === role, `${visitor.name} is taken for ${session.role}`);
    const wanted =
      role === 'admin' ? planCapabilities.professional : plan && planCapabilities[plan];
    must(
      session.capabilities.join() === (wanted ?? []).join(),
      `${visitor.name} may ${session.capabilities.join()}`,
    );
    const left = session.secondsLeft ?? 0;
    if (plan === 'hourly') must(left > 3_000 && left <= 3_600, `an hour is ${left} s`);
  }
  await described({ tour, anonymous });
  const terms = await tour.call(anonymous, 'listGlossary');
  must(terms.length === glossary.length, `${terms.length} terms`);
  return `${table.length} routes are described`;
}

/** The description for programs names every route, and no other. */
async function described({ tour, anonymous }: Pick<World, 'tour' | 'anonymous'>): Promise<void> {
  const description = await tour.call(anonymous, 'getApiDescription');
  const paths = description['paths'] as Record<string, Record<string, unknown>>;
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const wanted = table.map(([, { method, path }]) => `${method} ${path}`);
  must(
    told.toSorted().join('\n') === wanted.toSorted().join('\n'),
    `it describes ${told.length} routes instead of ${wanted.length}`,
  );
}

/**
 * Translates where an engine is set; a laboratory has no way out to one, and then the words of the
 * glossary are offered instead.
 */
export async function translated({ tour, anonymous, admin }: World): Promise<string> {
  const { translation } = await tour.call(anonymous, 'getConfig');
  const ask = (text: string) => questionOf('translate', { body: { text } });
  if (translation.configured === true) {
    const { text } = await tour.call(admin, 'translate', { body: { text: 'Fever' } });
    must(/[\u0c80-\u0cff]/.test(text), `it is "${text}"`);
    return `by ${translation.engine ?? ''}`;
  }
  const refusal = { status: 501, code: 'TRANSLATION_NOT_CONFIGURED' } as const;
  await refused(admin, ask('Fever'), refusal);
  const said = problem.loose().parse((await admin.ask(ask('Fever'))).json());
  must(
    JSON.stringify(said['glossary']) === JSON.stringify([{ en: 'Fever', kn: 'ಜ್ವರ' }]),
    `the glossary offers ${JSON.stringify(said['glossary'])}`,
  );
  tour.note('translate', { body: { text: 'Fever' } });
  return 'no engine is set: the glossary is offered';
}
