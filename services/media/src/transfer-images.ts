import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createWorker } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { MediaCoreModule } from './media-core.module.js';
import { ArchiveError } from './transfer/image-archive.js';
import { ImageExportService } from './transfer/image-export.service.js';
import { ImageImportService, type ImportedImage } from './transfer/image-import.service.js';
import { UploadsService } from './uploads/uploads.service.js';

@Module({
  imports: [MediaCoreModule.forProcess('media-transfer', { isCommand: true })],
  providers: [ImageExportService, ImageImportService, UploadsService],
})
class TransferModule {}

/** Writes the standard output, or a file that is whole or not there. Others cannot read it: images show patients. */
const exportTo = async (images: ImageExportService, file: string) => {
  if (file === '-') return images.run(process.stdout);
  const part = `${file}.part`;
  try {
    const result = await images.run(createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
};

const print = (value: object) => void process.stderr.write(`${JSON.stringify(value)}\n`);

// `export FILE` (`-`: the standard output) or `import FILE [--dry-run]`, for an operator, beside media and its worker.
// Prints what it leaves out and a summary; exits with 1 if it left something out.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const [verb, file] = positionals;
if (file === undefined || (verb !== 'export' && verb !== 'import'))
  throw new Error('usage: transfer-images.js export FILE|-, or import FILE [--dry-run]');
const app = await createWorker(TransferModule);
try {
  if (verb === 'export') {
    const result = await exportTo(app.get(ImageExportService), file);
    print(result);
    process.exitCode = result.leftOut.length > 0 ? 1 : 0;
  } else {
    const isDryRun = values['dry-run'];
    const counts = { created: 0, unchanged: 0, treatmentNotFound: 0, refused: 0 };
    const onImage = (image: ImportedImage) => {
      counts[image.outcome] += 1;
      if (image.reason !== undefined || image.outcome === 'treatmentNotFound') print(image);
    };
    await app.get(ImageImportService).run(file, { isDryRun, onImage });
    print({ ...counts, dryRun: isDryRun });
    process.exitCode = counts.treatmentNotFound + counts.refused > 0 ? 1 : 0;
  }
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await app.close();
}
