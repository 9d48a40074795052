import { compose } from '../docker.ts';
import { must, type Report } from '../report.ts';
import { origin } from '../settings.ts';

const TYPE = 'application/problem+json';
const languages = { en: /^The service is not available/, kn: /[\u0c80-\u0cff]/ };

/** Where no gateway can be asked, the edge says so as a gateway would, and in the reader's language. */
export async function checkEdge(report: Report): Promise<void> {
  await report.check('without any gateway the edge answers in both languages', async () => {
    await compose(['stop', 'gateway']);
    for (const [language, words] of Object.entries(languages)) {
      const headers = { 'accept-language': language };
      const answer = await fetch(`${origin}/api/health`, { headers });
      const { headers: told, status } = answer;
      const { code, message } = (await answer.json()) as { code?: string; message?: string };
      must(status === 503 && code === 'SERVICE_UNAVAILABLE', `it answers ${status}, ${code ?? ''}`);
      must(told.get('content-type') === TYPE, `its answer is ${told.get('content-type') ?? ''}`);
      must(told.get('retry-after') === '1', 'it does not say when to try again');
      must(words.test(message ?? ''), `in ${language} it says ${message ?? 'nothing'}`);
    }
  });
}
