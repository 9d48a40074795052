/**
 * `npm run check:images`: asks the registries, through Docker, for every image that the repository names. One line for
 * each. Exit code 0: all are there; 1: some are gone or refused; 2: no registry, or not every one, can be reached.
 */
import { imageReferences, isOwnImage } from './image-references.ts';
import { type Answer, findImage, toExitCode } from './registry.ts';

const marks = { there: '✔', gone: '✖', refused: '✖', unknown: '?' } as const;

const names = imageReferences().map(({ name }) => name);
const pinned = [...new Set(names)].filter((name) => !isOwnImage(name)).sort();
const answers: Answer[] = [];
for (const name of pinned) {
  const answer = findImage(name);
  const { availability, reason } = answer;
  const detail = availability === 'there' ? '' : `: ${availability} (${reason})`;
  console.log(`${marks[availability]} ${name}${detail}`);
  answers.push(answer);
}

const count = (...wanted: Answer['availability'][]) =>
  answers.filter(({ availability }) => wanted.includes(availability)).length;
const unknown = count('unknown');
if (unknown === answers.length) console.log('No registry can be reached from here.');
else
  console.log(
    `${count('there')} there, ${count('gone', 'refused')} gone or refused, ${unknown} could not be asked.`,
  );
process.exitCode = toExitCode(answers);
