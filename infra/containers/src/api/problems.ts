import { isDeepStrictEqual } from 'node:util';
import { problem, type ErrorCode, type Problem } from '@ctdb/contracts';
import { must } from '../report.ts';
import type { Answer } from './http/answer.ts';
import type { Question, Visitor } from './http/visitor.ts';

/** How a request is to be refused. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  /** The faults of its fields, where it is refused for them. */
  faults?: readonly unknown[];
}

const kannada = /[\u0c80-\u0cff]/;

const wordedRightly = ({ title, message }: Problem, language: string): boolean =>
  [title, message].every((text) =>
    language === 'kn'
      ? kannada.test(text) && !/[{}]|undefined/.test(text)
      : !kannada.test(text) && /^[A-Z][^{}]+$/.test(text),
  );

function check(answer: Answer, language: string, { status, code, faults }: Refusal): Problem {
  const wanted = `${status} ${code}`;
  must(answer.status === status, `not ${wanted}: ${answer.words}`);
  const read = problem.safeParse(answer.json());
  must(read.success, `no problem document: ${answer.words}`);
  const said = read.data;
  must(said.code === code && said.status === status, `not ${wanted}: ${answer.words}`);
  must(said.requestId === answer.requestId, `another request id: ${answer.words}`);
  must(wordedRightly(said, language), `not worded in ${language}: ${answer.words}`);
  must(
    /Accept-Language/i.test(answer.header('vary')),
    `vary lacks Accept-Language: ${answer.words}`,
  );
  if (faults)
    must(
      isDeepStrictEqual(said.params['faults'], faults),
      `other faults than ${JSON.stringify(faults)}: ${answer.words}`,
    );
  return said;
}

/** Asks in both languages; throws unless both are refused as they must be. What was said in English. */
export async function refused(
  visitor: Visitor,
  question: Question,
  refusal: Refusal,
): Promise<Problem> {
  const inLanguage = async (language: string) => {
    const headers = { ...question.headers, 'accept-language': language };
    return check(await visitor.ask({ ...question, headers }), language, refusal);
  };
  await inLanguage('kn');
  return inLanguage('en');
}
