import type { Image, Treatment } from '@ctdb/contracts';
import { upload } from '../../http/image.ts';
import { must } from '../../report.ts';
import type { Answer } from '../http/answer.ts';
import type { Visitor } from '../http/visitor.ts';
import { refused } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';

/** An image of a treatment. */
export const uploaded = ({ tour, admin }: World, { id }: Pick<Treatment, 'id'>): Promise<Image> =>
  tour.call(admin, 'uploadImage', {
    body: { treatmentId: id, title: 'Hand', type: 'treatment_area' },
    form: upload(id, 'Hand'),
  });

/** Uploads, looks, changes, deletes and brings back. */
export async function images(world: World): Promise<string> {
  const { tour, admin } = world;
  const { treatment } = await world.treated();
  const { id, filename } = await uploaded(world, treatment);
  const sizes = await bytesOf(world, filename);
  const body = { title: 'Left hand', type: 'disease_photo' } as const;
  const changed = await tour.call(admin, 'updateImage', { params: { id }, body });
  must(changed.version === 2 && changed.title === 'Left hand', JSON.stringify(changed));
  await tour.call(admin, 'deleteImage', { params: { id } });
  const gone = questionOf('getUpload', { params: { filename } });
  await refused(admin, gone, { status: 404, code: 'NOT_FOUND' });
  const deleted = await tour.call(admin, 'listDeletedImages');
  must(
    deleted.some((one) => one.id === id),
    'it is not in the trash',
  );
  await tour.call(admin, 'restoreImage', { params: { id } });
  must((await admin.ask(gone)).status === 200, 'it did not come back');
  return sizes;
}

/** Whole, small, in part, or not again; for whoever may read, and for nobody else. */
async function bytesOf(world: World, filename: string): Promise<string> {
  const { tour, admin, hour, anonymous } = world;
  const params = { filename };
  const told: string[] = [];
  for (const size of ['master', 'display', 'thumb'] as const) {
    const { answer } = await tour.answered(admin, 'getUpload', { params, query: { size } });
    must(isPicture(answer), `${size} is no picture: ${answer.header('content-type')}`);
    told.push(`${size} ${answer.bytes.length} B`);
  }
  const whole = await tour.answered(hour, 'getUpload', { params });
  const ask = (visitor: Visitor, headers: Record<string, string>, method = 'GET') =>
    visitor.ask({ ...questionOf('getUpload', { params }, { headers }), method });
  const part = await ask(admin, { range: 'bytes=0-9' });
  const size = whole.answer.bytes.length;
  must(
    part.status === 206 && part.header('content-range') === `bytes 0-9/${size}`,
    `a part is ${part.status} ${part.header('content-range')}`,
  );
  const known = await ask(admin, { 'if-none-match': whole.answer.header('etag') });
  must(known.status === 304 && known.bytes.length === 0, known.words);
  const head = await ask(admin, {}, 'HEAD');
  must(head.status === 200 && head.header('content-length') === String(size), 'HEAD is wrong');
  const beyond = questionOf('getUpload', { params }, { headers: { range: `bytes=${size}-` } });
  await refused(admin, beyond, { status: 416, code: 'RANGE_NOT_SATISFIABLE' });
  must((await ask(anonymous, {})).status === 401, 'a stranger sees it');
  return told.join(', ');
}

const starts = { 'image/png': '89504e47', 'image/jpeg': 'ffd8ff', 'image/webp': '52494646' };

const isPicture = ({ bytes, headers }: Answer): boolean => {
  const start = starts[(headers.get('content-type') ?? '') as keyof typeof starts] as
    string | undefined;
  return start !== undefined && Buffer.from(bytes).toString('hex', 0, 8).startsWith(start);
};
