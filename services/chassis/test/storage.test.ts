import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ObjectStore, s3Env, toStorageSettings } from '../src/storage/index.js';

const bucket = `test-${randomBytes(6).toString('hex')}`;
const store = new ObjectStore(toStorageSettings(z.object(s3Env).parse(process.env), bucket));

beforeAll(() => store.ensureBucket());

it('removes objects, and skips missing ones', async () => {
  await store.put('one', Buffer.from('x'), 'text/plain');
  await store.remove(['one', 'missing']);
  expect(await store.length('one')).toBeNull();
});

it('throws where the storage refuses to remove an object', async () => {
  // No key has dots as a folder: MinIO and SeaweedFS refuse it.
  await expect(store.remove(['missing', '../other'])).rejects.toMatchObject({
    code: expect.stringMatching(/^(XMinioInvalidObjectName|InvalidRequest)$/),
  });
});
