import type { FieldFault } from '@ctdb/contracts';
import { image, upload } from '../../http/image.ts';
import { contractOf } from '../contract.ts';
import { Faults } from '../faults.ts';
import { refused, type Refusal } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';
import { faultsOf } from './request.ts';

const route = contractOf('uploadImage');
const UNKNOWN = 'f'.repeat(24);
const refusal = (status: number, code: Refusal['code'], faults?: FieldFault[]): Refusal => ({
  status,
  code,
  ...(faults && { faults }),
});

const formOf = (fields: Record<string, string>, file?: Blob): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('image', file, 'image.png');
  return form;
};

const texts: Record<string, string>[] = [
  { title: '' },
  { title: 'x'.repeat(201) },
  { title: 'a\u0000b' },
  { type: 'photo' },
  { treatmentId: 'zz' },
  { description: 'x'.repeat(2_001) },
  { owner: 'me' },
];

/** Forms whose fields the contract refuses. */
function* fields(sound: Record<string, string>): Generator<[string, FormData, Refusal]> {
  for (const text of texts) {
    const given = { ...sound, ...text };
    const found = faultsOf(route, 'body', given);
    const [name = '', value = ''] = Object.entries(text)[0] ?? [];
    yield [
      `${name} is "${value.slice(0, 9)}"`,
      formOf(given, image(1)),
      refusal(400, 'VALIDATION_FAILED', found),
    ];
  }
  const untitled = Object.fromEntries(Object.entries(sound).filter(([name]) => name !== 'title'));
  const found = faultsOf(route, 'body', untitled);
  yield ['it has no title', formOf(untitled, image(1)), refusal(400, 'VALIDATION_FAILED', found)];
  yield ['its treatment is of nothing', upload(UNKNOWN, 'x'), refusal(404, 'NOT_FOUND')];
}

const text = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' });
const BYTES = 10_485_761;

/** Forms with no picture, or more than one. */
function* files(sound: Record<string, string>): Generator<[string, FormData, Refusal]> {
  yield ['it has no file', formOf(sound), refusal(400, 'FILE_REQUIRED')];
  yield ['its file is empty', formOf(sound, new Blob([])), refusal(400, 'FILE_REQUIRED')];
  yield ['its file is no picture', formOf(sound, text), refusal(415, 'IMAGE_NOT_SUPPORTED')];
  const large = new Blob([new Uint8Array(BYTES)]);
  yield ['its file is too large', formOf(sound, large), refusal(413, 'IMAGE_TOO_LARGE')];
  const two = formOf(sound, image(1));
  two.append('image', image(2), 'second.png');
  yield ['it has two files', two, refusal(400, 'MALFORMED_BODY')];
  const twice = formOf(sound, image(1));
  twice.append('title', 'again');
  yield ['it has two titles', twice, refusal(400, 'MALFORMED_BODY')];
}

/** Forms that are refused, and what is no form. */
export async function forms(world: World, treatmentId: string): Promise<string> {
  const faults = new Faults();
  const sound = { treatmentId, title: 'Hand', type: 'treatment_area' };
  for (const [what, body, wanted] of [...fields(sound), ...files(sound)])
    await faults.during(what, () =>
      refused(world.admin, questionOf('uploadImage', {}, { body }), wanted),
    );
  for (const [type, wanted] of [
    ['application/json', refusal(415, 'UNSUPPORTED_MEDIA_TYPE')],
    ['multipart/form-data', refusal(400, 'MALFORMED_BODY')],
    ['multipart/form-data; boundary=x', refusal(400, 'MALFORMED_BODY')],
  ] as const)
    await faults.during(`it is ${type}`, () => {
      const more = { body: '{}', headers: { 'content-type': type } };
      return refused(world.admin, questionOf('uploadImage', {}, more), wanted);
    });
  faults.finish();
  return `${faults.looked} forms`;
}
